/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-run-summary.h"

#include "mrc-csv-field.h"
#include "mrc-flow-statistics.h"
#include "mrc-micros.h"
#include "mrc-recovery-times.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-output-file.h"
#include "ns3/mrc-rank-tally.h"
#include "ns3/mrc-route-control.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#ifndef MRC_NS3_VERSION // from the build
#define MRC_NS3_VERSION "unknown"
#endif

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Ports decide departures later, and marks with them. So a run that ends amid marked packets counts
 * all that have left [marks-so-far].
 */
void
BringPortsUpToDate(Network& network)
{
    const NetworkEngine engine = network.Engine();
    if (engine.shards.First().IsOver())
    {
        return;
    }
    for (PortIndex port = 0; port < network.GetTopology().PortCount(); ++port)
    {
        if (IsSenderHere(engine.fabric.State(), port))
        {
            engine.fabric.Onlookers().Backlog(port, TrafficClass::DATA, engine.kernel.Now());
        }
    }
}

/**
 * Only ends that post are in the list of the network: each knows the counters of its peer.
 *
 * @param network with the queue pairs
 * @param byPlane gets their data packets by plane, added: of a queue pair they fit into 32 bits, of
 *        all they may not
 * @return the counters of these ends as senders, packets that their peers received twice, and
 * probes of both
 */
QueuePairCounters
SumOfSenders(Network& network, std::vector<uint64_t>& byPlane)
{
    const RankDesk::Reading reading(network.Engine().shards.Ranks());
    QueuePairCounters sum;
    for (const Ptr<Qp>& qp : network.GetQueuePairs())
    {
        const Requestor& ends = *qp; // which makes no face of the peer's end
        const QueuePairCounters& one = ends.Counters();
        sum.sentPackets += one.sentPackets;
        for (unsigned i = 0; i < std::size(sum.retransmissions); ++i)
        {
            sum.retransmissions[i] += one.retransmissions[i];
        }
        for (unsigned plane = 0; plane < byPlane.size(); ++plane)
        {
            byPlane[plane] += one.planePackets[plane];
        }
        sum.pathsRetired += one.pathsRetired;
        sum.pathsResurrected += one.pathsResurrected;
        // the peer's probes are of the way back
        const QueuePairCounters& peer = ends.PeerCounters();
        sum.probesSent += one.probesSent + peer.probesSent;
        sum.evProbesSent += one.evProbesSent + peer.evProbesSent;
        sum.duplicates += peer.duplicates;
        sum.lossesUndone += one.lossesUndone;
    }
    return sum;
}

} // namespace

const char*
Ns3Version()
{
    return MRC_NS3_VERSION;
}

void
RunSummary::Add(const std::string& name, const std::string& words)
{
    m_figures.push_back({name, words, "", false});
}

void
RunSummary::AddCount(const std::string& name, uint64_t number, const std::string& unit)
{
    m_figures.push_back({name, std::to_string(number), unit, true});
}

void
RunSummary::AddMeasure(const std::string& name, double number, const std::string& unit)
{
    char text[64];
    std::snprintf(text, sizeof(text), "%.3f", number);
    m_figures.push_back({name, text, unit, true});
}

/** Counts complete flows only: one that failed has no completion time. */
void
RunSummary::AddFlows(FlowStatistics& flows)
{
    struct Row
    {
        const char* name;
        Distribution& values;
        const char* unit;
    };

    const Row rows[] = {
        {"flow completion time", flows.CompletionTimes(), "us"},
        {"slow-down", flows.Slowdowns(), "x ideal"},
    };
    for (const Row& row : rows)
    {
        AddMeasure(std::string(row.name) + ", p50", row.values.Quantile(0.5), row.unit);
        AddMeasure(std::string(row.name) + ", p99", row.values.Quantile(0.99), row.unit);
        AddMeasure(std::string(row.name) + ", max", row.values.Quantile(1), row.unit);
    }
    const double goodput = flows.Goodput() * 1e-9;
    AddMeasure("goodput", goodput, "Gb/s");
    AddMeasure("goodput per sending NIC", goodput / std::max(flows.SourceCount(), 1U), "Gb/s");
}

void
RunSummary::AddCollective(const FlowStatistics& flows, const CollectiveBuffer& buffer)
{
    const Span time = flows.Duration();
    if (buffer.busFactor == 0 || time == Span())
    {
        return;
    }
    const auto duration = static_cast<double>(time.Ps());
    // 1000: bytes in a picosecond to gigabytes in a second.
    const double rate = static_cast<double>(buffer.bytes) / duration * 1000;
    AddMeasure("collective, time", duration * 1e-6, "us");
    AddMeasure("collective, algbw", rate, "GB/s");
    AddMeasure("collective, busbw", rate * buffer.busFactor, "GB/s");
}

void
RunSummary::AddRecovery(RecoveryTimes& times)
{
    for (unsigned i = 0; i < RETRANSMIT_CAUSES; ++i)
    {
        const auto cause = static_cast<RetransmitCause>(i);
        Distribution& values = times.Of(cause);
        if (values.Count() != 0)
        {
            const std::string name = std::string("recovery time, ") + CauseName(cause);
            AddMeasure(name + ", p50", values.Quantile(0.5), "us");
            AddMeasure(name + ", p99", values.Quantile(0.99), "us");
            AddMeasure(name + ", max", values.Quantile(1), "us");
        }
    }
}

void
RunSummary::AddNetwork(Network& network)
{
    BringPortsUpToDate(network);
    network.Engine().shards.TellRest();
    if (RankDesk* ranks = network.Engine().shards.Ranks())
    {
        ranks->GatherDrops();
    }
    std::vector<uint64_t> byPlane(network.GetTopology().Spec().planes);
    const QueuePairCounters sum = SumOfSenders(network, byPlane);
    AddConnections(sum, byPlane);
    AddRoce(network);
    AddRouting(network.Engine().routes);
    AddFabric(network.Engine().fabric);
}

void
RunSummary::AddConnections(const QueuePairCounters& sum, const std::vector<uint64_t>& byPlane)
{
    AddCount("data packets sent", sum.sentPackets, "packets");
    for (unsigned i = 0; i < RETRANSMIT_CAUSES; ++i)
    {
        AddCount(std::string("retransmissions, ") + CauseName(static_cast<RetransmitCause>(i)),
                 sum.retransmissions[i],
                 "packets");
    }
    // Counters have room for MAX_PLANES: only those that the fabric has are shown.
    for (unsigned i = 0; i < byPlane.size(); ++i)
    {
        const double all = std::max<uint64_t>(sum.sentPackets, 1);
        AddMeasure("share of plane " + std::to_string(i),
                   100 * byPlane[i] / all,
                   "% of data packets");
    }
    AddCount("EVs retired", sum.pathsRetired, "EVs");
    AddCount("EVs resurrected", sum.pathsResurrected, "EVs");
    AddCount("probes sent", sum.probesSent, "packets");
    AddCount("probes sent, of EVs", sum.evProbesSent, "packets");
    AddCount("losses undone", sum.lossesUndone, "packets");
    AddCount("received twice", sum.duplicates, "packets");
}

/** Rows that there are only if queue pairs are of RoCEv2 [roce-choice]. */
void
RunSummary::AddRoce(const Network& network)
{
    RoceCounters sum;
    uint64_t pairs = 0;
    for (const Ptr<Qp>& qp : network.GetQueuePairs())
    {
        const Requestor& ends = *qp;
        if (const RoceCounters* own = ends.Roce())
        {
            ++pairs;
            sum.timeouts += own->timeouts;
            sum.naksReceived += own->naksReceived;
            sum.cnpsReceived += own->cnpsReceived;
            sum.rate += own->rate;
        }
        if (const RoceCounters* peer = ends.PeerRoce())
        {
            sum.naksSent += peer->naksSent;
            sum.cnpsSent += peer->cnpsSent;
        }
    }
    if (pairs == 0)
    {
        return;
    }
    AddCount("timeouts", sum.timeouts, "timeouts");
    AddCount("NAKs sent", sum.naksSent, "packets");
    AddCount("NAKs received", sum.naksReceived, "packets");
    AddCount("CNPs sent", sum.cnpsSent, "packets");
    AddCount("CNPs received", sum.cnpsReceived, "packets");
    AddMeasure("rate allowed at the end, mean",
               static_cast<double>(sum.rate) / static_cast<double>(pairs) / 1e9,
               "Gb/s");
}

/** Rows that there are only if tables change [route-tables]. */
void
RunSummary::AddRouting(const RouteControl& routes)
{
    if (!routes.Acts())
    {
        return;
    }
    const RouteFigures& figures = routes.Figures();
    AddCount("routing, changes seen", figures.detections, "ends of links");
    AddCount("routing, tables computed", figures.computations, "tables");
    AddCount("routing, entries written", figures.entries, "entries");
    AddMeasure("routing, longest convergence", MicrosOf(figures.longest), "us");
}

/** The sum of drops always has a row, a reason only where it occurred: most of them never do. */
void
RunSummary::AddFabric(const Fabric& fabric)
{
    const FabricTotals totals = RankTally(fabric.State()).Totals();
    AddCount("trims", totals.trims, "packets");
    AddCount("marks", totals.marks, "packets");
    AddCount("drops", totals.drops, "packets");
    for (unsigned i = 0; i < DROP_REASONS; ++i)
    {
        const auto reason = static_cast<DropReason>(i);
        if (fabric.Tally().Drops(reason) != 0)
        {
            AddCount(std::string("drops, ") + DropReasonName(reason),
                     fabric.Tally().Drops(reason),
                     "packets");
        }
    }
    // The fingerprint tells whether two runs were the same on the wire, packet by packet.
    char text[32];
    std::snprintf(text, sizeof(text), "0x%016" PRIx64, totals.fingerprint);
    Add("fingerprint", text);
}

/** The facts that a reader needs besides the command line to make the same run again. */
void
RunSummary::AddOrigin()
{
    AddCount("seed", RngSeedManager::GetSeed(), "");
    AddCount("run", RngSeedManager::GetRun(), "");
    Add("ns-3", Ns3Version());
}

void
RunSummary::Print(std::ostream& out) const
{
    // Two passes: the widths of the columns come first. Words stand alone in their column and do
    // not widen that of numbers.
    std::size_t names = 0;
    std::size_t values = 0;
    for (const RunFigure& figure : m_figures)
    {
        names = std::max(names, figure.name.size());
        values = figure.unit.empty() ? values : std::max(values, figure.value.size());
    }
    for (const RunFigure& figure : m_figures)
    {
        out << figure.name << std::string(names - figure.name.size() + 2, ' ');
        if (figure.unit.empty()) // words
        {
            out << figure.value << '\n';
            continue;
        }
        out << std::string(values - figure.value.size(), ' ') << figure.value << "  " << figure.unit
            << '\n';
    }
}

void
RunSummary::WriteCsv(std::ostream& out) const
{
    out << "figure,value,unit\n";
    for (const RunFigure& figure : m_figures)
    {
        out << CsvField(figure.name) << ',' << CsvField(figure.value) << ','
            << CsvField(figure.unit) << '\n';
    }
}

void
RunSummary::WriteCsv(const std::string& folder) const
{
    OutputFile file(folder, "summary.csv");
    WriteCsv(file.Stream());
    // The destructor would close as well, but could tell nobody of a full disk.
    file.Close();
}

} // namespace mrc
} // namespace ns3
