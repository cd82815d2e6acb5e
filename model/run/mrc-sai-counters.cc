/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sai-counters.h"

#include "mrc-rank-rows.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-output-file.h"
#include "ns3/mrc-rank-tally.h"
#include "ns3/mrc-shard-set.h"

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Writes the counters of one object. */
class CounterRows
{
  public:
    /**
     * @param out where to
     * @param object the kind of object that counts
     * @param index which of them
     */
    CounterRows(std::ostream& out, const char* object, std::string index)
        : m_out(out),
          m_object(object),
          m_index(std::move(index))
    {
    }

    /** Writes a row, unless the value is 0. @return this, for the next row */
    const CounterRows& Row(const char* counter, uint64_t value) const
    {
        if (value != 0)
        {
            m_out << m_object << ',' << m_index << ',' << counter << ',' << value << '\n';
        }
        return *this;
    }

  private:
    std::ostream& m_out;
    const char* m_object;
    std::string m_index;
};

/**
 * The packets that a port has trimmed, and of these those that found no room and those that have
 * left.
 */
struct Trims
{
    uint64_t packets{0};
    uint64_t dropped{0};
    uint64_t sent{0};

    Trims& operator+=(const Trims& other)
    {
        packets += other.packets;
        dropped += other.dropped;
        sent += other.sent;
        return *this;
    }

    /** Writes all as an object of this kind counts them. */
    void Write(const CounterRows& rows, const std::string& kind) const
    {
        rows.Row(("SAI_" + kind + "_STAT_TRIM_PACKETS").c_str(), packets)
            .Row(("SAI_" + kind + "_STAT_DROPPED_TRIM_PACKETS").c_str(), dropped)
            .Row(("SAI_" + kind + "_STAT_TX_TRIM_PACKETS").c_str(), sent);
    }
};

/** @return what a port trimmed: how many of those it dropped after all, and how many it sent */
Trims
TrimsOf(Network& network, PortIndex port)
{
    Fabric& fabric = network.Engine().fabric;
    const FabricTally tally = fabric.Tally();
    return {tally.Counters(port).trims,
            tally.DropsAt(port, DropReason::TRIMMED_OVERFLOW),
            fabric.Onlookers().SentTrims(port, network.Engine().kernel.Now())};
}

/** Writes the fill of a switch's shared buffer, if the switch has one. */
void
WriteBuffer(std::ostream& out, Network& network, PortIndex port)
{
    const SharedBuffer* buffer =
        network.Engine().fabric.Onlookers().Buffer(port, network.Engine().kernel.Now());
    if (buffer != nullptr)
    {
        const Topology& topology = network.GetTopology();
        CounterRows(out, "buffer_pool", NodeName(topology, topology.NodeOf(port)))
            .Row("SAI_BUFFER_POOL_STAT_CURR_OCCUPANCY_BYTES", buffer->Used())
            .Row("SAI_BUFFER_POOL_STAT_WATERMARK_BYTES", buffer->Peak());
    }
}

/** Writes the headroom that the links into a switch share, if there is such a pool. */
void
WriteHeadroom(std::ostream& out, Network& network, PortIndex port)
{
    const PauseState& pauses = network.Engine().fabric.State().pauses;
    if (pauses.Any() && pauses.Plan().headroomPool != 0)
    {
        const Topology& topology = network.GetTopology();
        const HeadroomPool& pool = pauses.Pool(topology.Peer(port));
        CounterRows(out, "buffer_pool", NodeName(topology, topology.NodeOf(port)))
            .Row("SAI_BUFFER_POOL_STAT_XOFF_ROOM_CURR_OCCUPANCY_BYTES", pool.used)
            .Row("SAI_BUFFER_POOL_STAT_XOFF_ROOM_WATERMARK_BYTES", pool.peak);
    }
}

/** Writes the counters of each class of data of a port that has several, which is up to date. */
void
WriteDataClasses(std::ostream& out, Network& network, PortIndex port)
{
    const FabricState& state = network.Engine().fabric.State();
    if ((state.FlagsOf(port) & PORT_CLASSES) == 0)
    {
        return;
    }
    const std::string name = PortName(network.GetTopology(), port) + ":data";
    for (unsigned which = 0; which < state.dataClasses.classes.size(); ++which)
    {
        const DataClassCounters& counters = state.dataQueues[port].Counters(which);
        CounterRows(out, "queue", name + std::to_string(which))
            .Row("SAI_QUEUE_STAT_TRIM_PACKETS", counters.trims)
            .Row("SAI_QUEUE_STAT_DROPPED_TRIM_PACKETS", counters.trimsDropped)
            .Row("SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", counters.marks)
            .Row("SAI_QUEUE_STAT_WRED_DROPPED_PACKETS", counters.wredDrops)
            .Row("SAI_QUEUE_STAT_DROPPED_PACKETS", uint64_t{counters.trims} + counters.drops)
            .Row("SAI_QUEUE_STAT_CURR_OCCUPANCY_BYTES", state.dataQueues[port].Bytes(which));
    }
}

/** Writes the counters of a port and of its queues. */
void
WritePort(std::ostream& out, Network& network, PortIndex port)
{
    constexpr const char* dropped = "SAI_QUEUE_STAT_DROPPED_PACKETS";
    constexpr const char* waiting = "SAI_QUEUE_STAT_CURR_OCCUPANCY_BYTES";
    const std::string name = PortName(network.GetTopology(), port);
    const FabricTally tally = network.Engine().fabric.Tally();
    const FabricWatch watch = network.Engine().fabric.Onlookers();
    const Instant now = network.Engine().kernel.Now();
    const uint32_t dataBytes = watch.Backlog(port, TrafficClass::DATA, now);
    const PortCounters counters = tally.Counters(port); // of the port up to date
    const auto drops = [&](DropReason reason) { return tally.DropsAt(port, reason); };
    CounterRows(out, "port", name)
        .Row("SAI_PORT_STAT_IF_OUT_OCTETS", counters.bytes)
        .Row("SAI_PORT_STAT_IF_OUT_UCAST_PKTS", counters.frames)
        .Row("SAI_PORT_STAT_WRED_DROPPED_PACKETS", drops(DropReason::WRED));
    const Trims trims = TrimsOf(network, port);
    trims.Write(CounterRows(out, "port", name), "PORT");
    // A queue trims packets for want of room, and counts these as dropped too.
    trims.Write(CounterRows(out, "queue", name + ":data"), "QUEUE");
    CounterRows(out, "queue", name + ":data")
        .Row("SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", counters.marks)
        .Row(dropped,
             uint64_t{counters.trims} + drops(DropReason::DATA_OVERFLOW) +
                 drops(DropReason::HEADROOM_OVERFLOW) + drops(DropReason::PFC_WATCHDOG))
        .Row(waiting, dataBytes);
    WriteDataClasses(out, network, port);
    CounterRows(out, "queue", name + ":trimmed")
        .Row(dropped, drops(DropReason::TRIMMED_OVERFLOW))
        .Row(waiting, watch.Backlog(port, TrafficClass::TRIMMED, now));
    CounterRows(out, "queue", name + ":control")
        .Row(dropped, drops(DropReason::CONTROL_OVERFLOW))
        .Row(waiting, watch.Backlog(port, TrafficClass::CONTROL, now));
}

/** Writes the counters of PFC at a port, and the bytes of waiting frames that came in there. */
void
WritePauses(std::ostream& out, Network& network, PortIndex port)
{
    const PauseState& pauses = network.Engine().fabric.State().pauses;
    if (!pauses.Any())
    {
        return;
    }
    const std::string name = PortName(network.GetTopology(), port);
    const std::string priority = std::to_string(pauses.Plan().priority);
    const std::string prefix = "SAI_PORT_STAT_PFC_" + priority;
    const Instant now = network.Engine().kernel.Now();
    const PauseCounters counters = network.Engine().fabric.Tally().Pauses(port, now);
    CounterRows(out, "port", name)
        .Row((prefix + "_TX_PKTS").c_str(), counters.sent)
        .Row((prefix + "_RX_PKTS").c_str(), counters.received)
        .Row((prefix + "_RX_PAUSE_DURATION_US").c_str(), counters.paused.Ps() / 1000000);
    // The watchdog is SONiC's own, and so are these names.
    CounterRows(out, "queue", name + ":data")
        .Row("PFC_WD_QUEUE_STATS_DEADLOCK_DETECTED", counters.storms)
        .Row("PFC_WD_QUEUE_STATS_DEADLOCK_RESTORED", counters.restored);
    const IngressUse& use = pauses.Use(network.GetTopology().Peer(port));
    CounterRows(out, "ingress_priority_group", name + ':' + priority)
        .Row("SAI_INGRESS_PRIORITY_GROUP_STAT_CURR_OCCUPANCY_BYTES", use.shared + use.headroom)
        .Row("SAI_INGRESS_PRIORITY_GROUP_STAT_XOFF_ROOM_CURR_OCCUPANCY_BYTES", use.headroom)
        .Row("SAI_INGRESS_PRIORITY_GROUP_STAT_XOFF_ROOM_WATERMARK_BYTES", use.peak);
}

} // namespace

void
WriteSaiCounters(std::ostream& out, Network& network)
{
    const ShardSet& shards = network.Engine().shards;
    shards.RequireNoneAhead("counters of SAI");
    if (RankDesk* ranks = shards.Ranks())
    {
        ranks->GatherDrops();
        ranks->GatherArrivals();
    }
    const Topology& topology = network.GetTopology();
    RankRows rows;
    std::map<uint32_t, Trims> switches; // by node: their ports do not all follow each other
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        const uint32_t node = topology.NodeOf(port);
        if (node < topology.Spec().nics || !IsSenderHere(network.Engine().fabric.State(), port))
        {
            continue; // SAI is of switches
        }
        const auto [entry, isNew] = switches.try_emplace(node);
        if (isNew)
        {
            WriteBuffer(rows.At(port), network, port);
            WriteHeadroom(rows.At(port), network, port);
        }
        WritePort(rows.At(port), network, port);
        WritePauses(rows.At(port), network, port);
        entry->second += TrimsOf(network, port);
    }
    for (const auto& [node, trims] : switches)
    {
        trims.Write(CounterRows(rows.At(uint64_t{topology.PortCount()} + node),
                                "switch",
                                NodeName(topology, node)),
                    "SWITCH");
    }
    if (RankDesk* ranks = shards.Ranks())
    {
        rows.Gather(ranks->Link());
    }
    out << "object,index,counter,value\n";
    rows.Write(out);
}

void
WriteSaiCounters(const std::string& folder, Network& network)
{
    OutputFile file(folder, "sai-counters.csv");
    WriteSaiCounters(file.Stream(), network);
    // The destructor would close as well, but could tell nobody of a full disk.
    file.Close();
}

} // namespace mrc
} // namespace ns3
