/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-packet-codec.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFabric");

namespace
{

/** Names of the sequences that one seeded key is split into. */
enum DrawName : uint64_t
{
    // A number is part of every result: to change one changes all runs.
    DRAW_TIES = 1,
    DRAW_MARKS = 2,
    DRAW_VICTIMS = 3,
    DRAW_LOSSES = 4,
};

} // namespace

Fabric::Fabric(FabricPlan plan, KeyedDraws draws)
    : m_ports(std::move(plan.ports)),
      m_configs(std::move(plan.configs), m_ports),
      m_counters(m_ports.size()),
      m_switches(std::move(plan.switches)),
      m_routes(std::move(plan.routes)),
      m_classes(plan.format.dscp),
      m_format(plan.format),
      m_markDraws(draws.Child(DRAW_MARKS)),
      m_victimDraws(draws.Child(DRAW_VICTIMS)),
      m_lossDraws(draws.Child(DRAW_LOSSES)),
      m_tieSeed(static_cast<uint32_t>(draws.Bits(DRAW_TIES))),
      m_slow(plan.wireMode),
      m_largest(plan.largest)
{
    for (PortState& port : m_ports)
    {
        NoteRetxFirst(port);
        port.flags |= m_slow ? PORT_FAULTY : 0;
    }
}

/**
 * Decides whether a data frame leaves with CE; depth is what stays behind it, bytes [ecn-marking].
 */
bool
Fabric::Mark(PortIndex index, FrameIndex frameIndex, uint32_t depth)
{
    Frame& frame = m_pool.At(frameIndex);
    const PortState& port = m_ports[index];
    // RFC 3168: a packet that is not ECN-capable never gets CE.
    if (frame.ecn == Ecn::NOT_ECT)
    {
        return false;
    }
    // The draw is named by port and instant, not counted: lazy and eager service then draw the
    // same.
    const uint64_t name =
        (static_cast<uint64_t>(index) << 40) ^ static_cast<uint64_t>(port.free.Ps());
    const bool marks =
        m_policies.HasMarking(index)
            ? m_policies.Marks(index, depth, port.free)
            : m_configs[port.config].marker.Marks(depth, m_markDraws.Bits(name) >> 32);
    if (!marks)
    {
        return false;
    }
    frame.ecn = Ecn::CE;
    ++m_counters[index].marks;
    return true;
}

/** The rare part of ServeNext: the queue is so deep that the frame may be marked. */
void
Fabric::MarkAndServe(PortIndex index, FrameIndex frameIndex, uint32_t depth)
{
    PortState& port = m_ports[index];
    // The instant is read first, as StartService moves it to the end of the transmission.
    const Instant begin = port.free;
    const bool marked = Mark(index, frameIndex, depth);
    StartService(index, port, m_configs[port.config], frameIndex, m_pool.At(frameIndex), begin);
    if (marked && (port.flags & PORT_WATCHED) != 0)
    {
        // told when the port is busy with the frame: a sink that asks for its backlog brings the
        // port up to date
        m_observer->Marked(index, frameIndex, begin);
    }
}

/**
 * Acts on a verdict other than QUEUED, after a user's policy had its say.
 *
 * @return whether the frame, whole or trimmed, is still to be queued
 */
bool
Fabric::SettleVerdict(PortIndex index, FrameIndex frameIndex, Verdict verdict, Instant now)
{
    const Frame& frame = m_pool.At(frameIndex);
    // At a port with a policy every data frame comes here, as SetAdmission sets its limit to 0.
    if (m_policies.HasAdmission(index) && m_classes.Of(frame.dscp) == TrafficClass::DATA)
    {
        const bool canTrim = verdict.kind == Verdict::Kind::TRIMMED;
        const DataArrival arrival{now, frame.size, canTrim, m_ports[index].bytes};
        verdict = m_policies.Admit(index, arrival, verdict);
        if (verdict.kind == Verdict::Kind::QUEUED)
        {
            return true;
        }
    }
    if (verdict.kind == Verdict::Kind::DROPPED)
    {
        Drop(index, frameIndex, verdict.reason, now);
        return false;
    }
    // The newest packet that waits may be cut in the place of the one that arrives.
    // With a policy nothing is traded: under a limit of 0 no exchange makes room.
    if (TrimNewest(index, frameIndex, now))
    {
        return false;
    }
    Trim(index, frameIndex, now);
    return true;
}

/**
 * Trims the newest waiting data frame instead of the arriving one, if the draw says so
 * [trim-victim].
 *
 * @return whether that was done, and the arriving frame queued
 */
bool
Fabric::TrimNewest(PortIndex index, FrameIndex arriving, Instant now)
{
    PortState& port = m_ports[index];
    const PortConfig& config = m_configs[port.config];
    const TrimQueue queue(port, config, m_pool);
    // The draw is named by port and trims so far, which do not depend on how the port is served.
    const uint64_t name = (static_cast<uint64_t>(index) << 32) ^ m_counters[index].trims;
    if (config.trimVictim != TRIM_VICTIM_EITHER || (m_victimDraws.Bits(name) & 1) == 0 ||
        !queue.CanTradeNewest(m_pool.At(arriving), m_classes))
    {
        return false;
    }
    // A frame waits, so the line is busy: both frames queue, and none goes into service.
    const FrameIndex newest = queue.TakeNewest();
    Trim(index, newest, now);
    queue.Push(newest, m_pool.At(newest), TrafficClass::TRIMMED);
    queue.Push(arriving, m_pool.At(arriving), TrafficClass::DATA);
    if ((port.flags & (PORT_EAGER | PORT_HOP_FOLLOWED | PORT_RETX_FIRST)) != 0)
    {
        FinishEnqueue(index, port, arriving, now);
    }
    return true;
}

void
Fabric::Trim(PortIndex index, FrameIndex frameIndex, Instant now)
{
    PortState& port = m_ports[index];
    Frame& frame = m_pool.At(frameIndex);
    TrimQueue(port, m_configs[port.config], m_pool).Trim(frame);
    PortCounters& counters = m_counters[index];
    ++counters.trims;
    // A trim is a fate of its own: a run that trims another packet gets another fingerprint.
    counters.fingerprint = FoldFingerprint(counters.fingerprint, now, Fate::TRIMMED, frame);
    if ((port.flags & PORT_WATCHED) != 0)
    {
        m_observer->Trimmed(index, frameIndex, now);
    }
}

void
Fabric::Drop(PortIndex index, FrameIndex frameIndex, DropReason reason, Instant at)
{
    NS_LOG_LOGIC("port " << index << " drops a frame at " << at.Ps()
                         << " ps: " << DropReasonName(reason));
    PortCounters& counters = m_counters[index];
    ++counters.drops;
    counters.fingerprint =
        FoldFingerprint(counters.fingerprint, at, Fate::DROPPED, m_pool.At(frameIndex));
    ++m_drops[static_cast<unsigned>(reason)];
    // A map, since few ports drop: a table for all would be mostly zeros.
    ++m_dropsAt[index][static_cast<unsigned>(reason)];
    if ((m_ports[index].flags & (PORT_WATCHED | PORT_RX_WATCHED)) != 0)
    {
        m_observer->Dropped(index, frameIndex, reason, at);
    }
    if (m_follower != nullptr)
    {
        m_follower->Lost(index, frameIndex, reason);
    }
    // Last: observer and follower read the frame.
    m_pool.Release(frameIndex);
}

uint32_t
Fabric::DropsAt(PortIndex port, DropReason reason) const
{
    const auto found = m_dropsAt.find(port);
    return found == m_dropsAt.end() ? 0 : found->second[static_cast<unsigned>(reason)];
}

/** What Admit asks only of links with a fault, with an ErrorModel, or in wire mode. */
bool
Fabric::SurvivesSlowPath(PortIndex index, FrameIndex frameIndex, Instant now)
{
    // A fault of the link takes the frame before an ErrorModel sees it.
    if ((m_ports[index].flags & PORT_FAULTY) != 0 && !SurvivesFaults(index, frameIndex, now))
    {
        return false;
    }
    if ((m_ports[index].flags & PORT_LOSSY) != 0 && m_observer->Corrupts(index, frameIndex))
    {
        Drop(index, frameIndex, DropReason::CORRUPTED, now);
        return false;
    }
    if (m_slow)
    {
        PassThroughBytes(frameIndex);
    }
    return true;
}

/**
 * Replaces a frame by what its own bytes say, to prove that nothing travels beside them
 * [wire-mode].
 */
void
Fabric::PassThroughBytes(FrameIndex frameIndex)
{
    Frame& frame = m_pool.At(frameIndex);
    Datagram& datagram = m_pool.DatagramAt(frameIndex);
    // A frame's size has 16 bits, so this holds any frame.
    uint8_t bytes[UINT16_MAX];
    const PacketCodec codec(m_format);
    const std::size_t size = codec.Encode(frame, datagram, bytes, sizeof(bytes));
    // Nothing but the bytes and what is no part of them survives the hop.
    Frame rebuilt;
    rebuilt.at = frame.at;
    rebuilt.next = frame.next;
    rebuilt.digest = frame.digest;
    rebuilt.fullSize = frame.fullSize;
    Datagram rebuiltDatagram;
    if (!codec.Decode(bytes, size, rebuilt, rebuiltDatagram))
    {
        NS_FATAL_ERROR("the codec cannot read the " << size << " bytes that it made of a frame");
    }
    frame = rebuilt;
    datagram = rebuiltDatagram;
}

/** Lets a retransmission that was queued last overtake other data [retx-class]. */
void
Fabric::PromoteRetransmission(PortState& port, FrameIndex frame)
{
    constexpr TrafficClass data = TrafficClass::DATA;
    // A frame that is not the tail of its class went into service at once and has nobody to
    // overtake.
    const bool waits = port.head[data] != NO_FRAME && port.tail[data] == frame;
    if (waits && m_pool.At(frame).dscp == m_format.dscp.trimmableRetx)
    {
        TrimQueue(port, m_configs[port.config], m_pool).Promote(frame);
    }
}

void
Fabric::SetAdmission(PortIndex index, std::unique_ptr<AdmissionPolicy> policy)
{
    m_policies.SetAdmission(index, std::move(policy));
    PortState& port = m_ports[index];
    PortConfig config = m_configs[port.config];
    config.Limit(TrafficClass::DATA) = 0; // SettleVerdict sees what is beyond the limit: everything
    port.config = m_configs.Exchange(port.config, config);
}

void
Fabric::SetMarking(PortIndex index, std::unique_ptr<MarkingPolicy> policy)
{
    m_policies.SetMarking(index, std::move(policy));
    PortState& port = m_ports[index];
    PortConfig config = m_configs[port.config];
    config.marker = EcnMarker(0, UINT32_MAX, 0); // Mark is asked about each depth
    port.config = m_configs.Exchange(port.config, config);
}

/** Repeats retxFirst as a flag, so that a hop tests one byte in the port's own cache line. */
void
Fabric::NoteRetxFirst(PortState& port)
{
    const int flag = m_configs[port.config].retxFirst ? PORT_RETX_FIRST : 0;
    port.flags = static_cast<uint8_t>((port.flags & ~PORT_RETX_FIRST) | flag);
}

void
Fabric::Configure(PortIndex index, const PortConfig& config, Instant now)
{
    NS_LOG_LOGIC("port " << index << " gets another configuration");
    PortState& port = m_ports[index];
    // What began under the old configuration ends under it.
    Advance(index, port, now);
    ShiftAdmissions(index, config.farLatency - m_configs[port.config].farLatency, now);
    if (port.pipeHead != NO_FRAME)
    {
        // Frames do not overtake each other: a faster link waits until the last one is out of its
        // way.
        port.free = std::max(port.free, m_pool.At(port.pipeTail).at - config.Flight());
    }
    if ((port.flags & PORT_EAGER) != 0)
    {
        ScheduleService(index, port); // the event at the old time finds the line busy
    }
    port.config = m_configs.Exchange(port.config, config);
    NoteRetxFirst(port);
}

/** Moves the frames of a link to the new latency of the far switch. */
void
Fabric::ShiftAdmissions(PortIndex index, Span change, Instant now)
{
    const FrameIndex head = m_ports[index].pipeHead;
    if (head == NO_FRAME || change == Span())
    {
        return;
    }
    // The latency belongs to the far switch, which all frames in the pipe have yet to pass.
    for (FrameIndex i = head; i != NO_FRAME; i = m_pool.At(i).next)
    {
        Frame& frame = m_pool.At(i);
        frame.at = std::max(frame.at + change, now);
        frame.nextAt = std::max(frame.nextAt + change, now); // of the last one it means nothing
    }
    ScheduleHead(index, m_pool.At(head).at); // the event at the old time finds nothing to admit
}

/** Folds links by index, so that the order in which independent links were served does not show. */
uint64_t
Fabric::Fingerprint() const
{
    uint64_t all = 0;
    for (const PortCounters& counters : m_counters)
    {
        all = Mix(all ^ counters.fingerprint);
    }
    return all;
}

} // namespace mrc
} // namespace ns3
