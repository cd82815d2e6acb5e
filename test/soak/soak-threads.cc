/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-threads.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

/** @return all that is known of a flow */
std::string
TextOf(const FlowOutcome& flow)
{
    const FlowRecord& r = flow.record;
    std::ostringstream out;
    out << "flow " << r.flow << " of transfer " << flow.transfer << (flow.ended ? "" : " under way")
        << ", " << r.start.Ps() << " to " << r.finish.Ps() << " ps, status "
        << static_cast<unsigned>(r.status) << ", " << r.packets << " packets, " << r.retransmissions
        << " again, " << r.trims << " trims, " << r.marks << " marks";
    return out.str();
}

/**
 * How many events an engine fires depends on its threads: those of shards keep counters for
 * workloads by events of their own [several-threads].
 *
 * @return all that is known of a run but for its flows and events
 */
std::string
TextOf(const CaseOutcome& outcome)
{
    std::ostringstream out;
    out << "fingerprint " << outcome.fingerprint << ", end " << outcome.end.Ps() << " ps, "
        << outcome.flows.size() << " flows";
    return out.str();
}

/** @return the first difference between two runs, or nothing */
std::string
DifferenceOf(const CaseOutcome& one, const CaseOutcome& other)
{
    for (std::size_t i = 0; i < std::min(one.flows.size(), other.flows.size()); ++i)
    {
        const std::string text = TextOf(one.flows[i]);
        const std::string otherText = TextOf(other.flows[i]);
        if (text != otherText)
        {
            return otherText + "; expected " + text;
        }
    }
    const std::string text = TextOf(one);
    const std::string otherText = TextOf(other);
    return text == otherText ? "" : otherText + "; expected " + text;
}

} // namespace

ThreadsVerdict
CompareThreads(const SoakCase& plan, RunManner manner, const CaseOutcome& one, uint32_t threads)
{
    manner.threads = threads;
    try
    {
        return {"", DifferenceOf(one, RunCase(plan, manner))};
    }
    catch (const std::invalid_argument& error)
    {
        Simulator::Destroy();
        return {error.what(), ""};
    }
}

} // namespace soak
} // namespace mrc
} // namespace ns3
