/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-late-step.h"

#include "mrc-csv-field.h"
#include "mrc-micros.h"
#include "mrc-workload-run.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-training-plan.h"
#include "ns3/mrc-unloaded-network.h"

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

} // namespace

std::optional<Span>
TimeAlone(const TrainingPlan& plan, const WorkloadRun& run, const FlowRecord& flow)
{
    // Inside a node no packet is sent, so nothing of the network can be late.
    if (plan.matrix.node.Holds(flow.source, flow.destination))
    {
        return std::nullopt;
    }
    return run.GetNetwork().Unloaded().IdealBetween(flow.source, flow.destination, flow.bytes);
}

std::optional<LatestTransfer>
LatestOnWay(const LateSources& sources, const std::vector<uint32_t>& way)
{
    std::optional<uint32_t> latest;
    FlowRecord flow;
    TransferTimes times;
    Span most;
    for (const uint32_t transfer : way)
    {
        const FlowRecord one = sources.run.Driver().LatestOf(transfer);
        const std::optional<Span> alone = TimeAlone(sources.plan, sources.run, one);
        // The transfer that lost the most time is the one that explains the step.
        if (alone && (!latest || one.finish - one.start - *alone > most))
        {
            latest = transfer;
            flow = one;
            times.alone = *alone;
            most = one.finish - one.start - *alone;
        }
    }
    if (!latest)
    {
        return std::nullopt;
    }
    times.busy = sources.busy.Since(flow);
    return LatestTransfer{sources.plan.operations[*latest].part,
                          flow,
                          JudgeLate(sources.run.GetNetwork(), sources.late, flow, times)};
}

void
WriteFields(std::ostream& out,
            const std::optional<LatestTransfer>& latest,
            const Topology& topology)
{
    if (!latest)
    {
        // A row without values has as many commas.
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
    out << ',' << CsvField(NamesOf(late.path, topology)) << ',';
    if (!late.path.empty())
    {
        out << late.pathPackets;
    }
    out << ',';
    if (late.fault)
    {
        out << CsvField(WordsOf(*late.fault)) << ',' << late.faultPackets;
    }
    else
    {
        out << ',';
    }
}

std::string
ReasonOf(const std::optional<LatestTransfer>& latest, const Topology& topology)
{
    if (!latest || !latest->late.isLate)
    {
        return "";
    }
    const LateTransfer& late = latest->late;
    const uint64_t packets = late.packets.value_or(0);
    // Late without a sign of why: the table has the figures, words would guess.
    if (packets == 0 && !late.fault)
    {
        return "";
    }
    std::ostringstream text;
    text << '+' << MicrosOf(late.over) << " us, " << ToString(latest->part) << ' '
         << latest->flow.source << "->" << latest->flow.destination << " of " << latest->flow.bytes
         << " bytes, " << packets << (packets == 1 ? " packet" : " packets") << " sent again";
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
