/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-late-step.h"

#include "mrc-late-packets.h"
#include "mrc-micros.h"
#include "mrc-workload-run.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-training-plan.h"

#include <algorithm>
#include <sstream>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the names of the ports, with spaces between */
std::string
NamesOf(const std::vector<PortIndex>& ports, const Topology& topology)
{
    std::string names;
    for (const PortIndex port : ports)
    {
        names += (names.empty() ? "" : " ") + PortName(topology, port);
    }
    return names;
}

/** @return a fault as written; a script may have made one without words */
std::string
WordsOf(const Fault& fault)
{
    return fault.text.empty() ? "fault without words" : fault.text;
}

/** @return since when there was always a transfer under way between the two NICs of this one */
Instant
BusySince(const TrainingPlan& plan, const WorkloadRun& run, const FlowRecord& flow)
{
    std::vector<FlowRecord> before;
    for (uint32_t i = 0; i < plan.operations.size(); ++i)
    {
        const Transfer& other = plan.matrix.transfers[i];
        const bool isSamePair =
            other.source == flow.source && other.destination == flow.destination;
        if (isSamePair && run.Driver().PhaseOf(i) == TransferPhase::DONE)
        {
            before.push_back(run.Driver().LatestOf(i));
        }
    }
    std::sort(before.begin(), before.end(), [](const FlowRecord& a, const FlowRecord& b) {
        return b.start < a.start; // the latest one first
    });
    Instant busy = flow.start;
    for (const FlowRecord& other : before)
    {
        // A queue pair ends its transfers in the order of their posts.
        if (other.start < busy && busy < other.finish)
        {
            busy = other.start;
        }
    }
    return busy;
}

} // namespace

std::optional<LatestTransfer>
LatestOnWay(const TrainingPlan& plan,
            const WorkloadRun& run,
            const LatePackets& late,
            const std::vector<uint32_t>& way)
{
    std::optional<uint32_t> latest;
    Span most;
    for (const uint32_t transfer : way)
    {
        const FlowRecord flow = run.Driver().LatestOf(transfer);
        if (plan.matrix.node.Holds(flow.source, flow.destination))
        {
            continue; // nothing is known of what is inside a node
        }
        const Span over = OverOf(run.GetNetwork(), flow);
        if (!latest || over > most)
        {
            latest = transfer;
            most = over;
        }
    }
    if (!latest)
    {
        return std::nullopt;
    }
    const FlowRecord flow = run.Driver().LatestOf(*latest);
    return LatestTransfer{plan.operations[*latest].part,
                          flow,
                          JudgeLate(run.GetNetwork(), late, flow, BusySince(plan, run, flow))};
}

void
WriteFields(std::ostream& out,
            const std::optional<LatestTransfer>& latest,
            const Topology& topology)
{
    if (!latest)
    {
        const std::string columns = LATE_COLUMNS;
        out << "none" << std::string(std::count(columns.begin(), columns.end(), ','), ',');
        return;
    }
    const LateTransfer& late = latest->late;
    out << ToString(latest->part) << ',' << latest->flow.source << ',' << latest->flow.destination
        << ',' << latest->flow.bytes << ',' << MicrosOf(late.over) << ',';
    if (late.packets)
    {
        out << *late.packets << ',' << late.badPaths;
    }
    else
    {
        out << ',';
    }
    out << ',';
    if (late.plane)
    {
        out << +*late.plane;
    }
    out << ',' << NamesOf(late.path, topology) << ',';
    if (!late.path.empty())
    {
        out << late.pathPackets;
    }
    out << ',';
    if (late.fault)
    {
        out << WordsOf(*late.fault) << ',' << late.faultPackets;
    }
    else
    {
        out << ',';
    }
}

std::string
ReasonOf(const std::optional<LatestTransfer>& latest, const Topology& topology)
{
    if (!latest || (latest->late.packets.value_or(0) == 0 && !latest->late.fault))
    {
        return "";
    }
    const LateTransfer& late = latest->late;
    std::ostringstream text;
    text << '+' << MicrosOf(late.over) << " us, " << ToString(latest->part) << ' '
         << latest->flow.source << "->" << latest->flow.destination << " of " << latest->flow.bytes
         << " bytes, " << *late.packets << (*late.packets == 1 ? " packet" : " packets")
         << " sent again";
    if (late.plane)
    {
        text << ", most by plane " << +*late.plane;
    }
    if (!late.path.empty())
    {
        text << ", " << late.pathPackets << " by " << NamesOf(late.path, topology);
    }
    if (late.badPaths != 0)
    {
        text << ", " << late.badPaths << " EVs assumed bad";
    }
    if (late.fault)
    {
        text << ", " << WordsOf(*late.fault) << " on ";
        const bool isMet = late.faultPackets != 0;
        text << (isMet ? "the way of " + std::to_string(late.faultPackets) : "one of its paths");
    }
    return text.str();
}

} // namespace mrc
} // namespace ns3
