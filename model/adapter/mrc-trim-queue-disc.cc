/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-trim-queue-disc.h"

#include "mrc-newest-queue.h"
#include "mrc-shorter-packet.h"
#include "mrc-trim-queue-buffer.h"
#include "mrc-trim-queue-parts.h"
#include "mrc-trim-queue-rows.h"

#include "ns3/fatal-error.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/log.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-room-verdict.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstddef>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcTrimQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(TrimQueueDisc);

TypeId
TrimQueueDisc::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::TrimQueueDisc")
                       .SetParent<QueueDisc>()
                       .SetGroupName("Mrc")
                       .AddConstructor<TrimQueueDisc>();
        AddTrimQueueRows({t, &TrimQueueDisc::m_settings});
        AddBuffer(t);
        AddTrimQueueShares({t, &TrimQueueDisc::m_settings});
        AddTrimQueueCodePoints({t, &TrimQueueDisc::m_dscp});
        AddCounters(t);
        return t;
    }();
    return tid;
}

void
TrimQueueDisc::AddBuffer(TypeId tid)
{
    tid.AddAttribute("Buffer",
                     "The TrimQueueBuffer that this queue shares with others of its node, instead "
                     "of DataLimit and the other limits [shared-buffer]",
                     PointerValue(),
                     MakePointerAccessor(&TrimQueueDisc::m_buffer),
                     MakePointerChecker<TrimQueueBuffer>());
}

void
TrimQueueDisc::AddCounters(TypeId tid)
{
    tid.AddAttribute("TrimPackets",
                     "Packets trimmed so far: SAI's TRIM_PACKETS",
                     TypeId::ATTR_GET,
                     UintegerValue(0),
                     MakeUintegerAccessor(&TrimQueueDisc::Trims),
                     MakeUintegerChecker<uint64_t>())
        .AddAttribute("DroppedTrimPackets",
                      "Packets that found no room in the class of trimmed ones, whole or trimmed "
                      "before: SAI's DROPPED_TRIM_PACKETS",
                      TypeId::ATTR_GET,
                      UintegerValue(0),
                      MakeUintegerAccessor(&TrimQueueDisc::DroppedTrims),
                      MakeUintegerChecker<uint64_t>())
        .AddAttribute("TxTrimPackets",
                      "Trimmed packets that left: SAI's TX_TRIM_PACKETS",
                      TypeId::ATTR_GET,
                      UintegerValue(0),
                      MakeUintegerAccessor(&TrimQueueDisc::SentTrims),
                      MakeUintegerChecker<uint64_t>());
}

uint64_t
TrimQueueDisc::Trims() const
{
    return m_trims;
}

uint64_t
TrimQueueDisc::DroppedTrims() const
{
    return m_droppedTrims;
}

uint64_t
TrimQueueDisc::SentTrims() const
{
    return m_sentTrims;
}

TrimQueueDisc::TrimQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::NO_LIMITS),
      m_settings(std::make_unique<TrimQueueSettings>()),
      m_dscp(std::make_unique<DscpPlan>()),
      m_draws(CreateObject<UniformRandomVariable>())
{
}

TrimQueueDisc::~TrimQueueDisc() = default;

int64_t
TrimQueueDisc::AssignStreams(int64_t stream)
{
    m_draws->SetStream(stream);
    return 1;
}

bool
TrimQueueDisc::CheckConfig()
{
    // ns-3 only asserts the value of this, and release builds leave that out.
    if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0 || GetNInternalQueues() > 0)
    {
        NS_FATAL_ERROR(
            "ns3::mrc::TrimQueueDisc has classes by DSCP and queues of its own; expected "
            "no other classes, packet filters or internal queues");
    }
    CheckTrimQueue(*m_settings, *m_dscp, m_buffer != nullptr);
    for (std::size_t i = 0; i <= RETX_QUEUE; ++i)
    {
        // TrimQueue has admitted packets that come here, so these queues have no limit.
        auto queue = CreateObject<NewestQueue>();
        queue->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, UINT32_MAX));
        AddInternalQueue(queue);
    }
    return true;
}

void
TrimQueueDisc::InitializeParams()
{
    const TrimQueueSettings& s = *m_settings;
    m_parts = std::make_unique<Parts>(PortConfigOf(s, *m_dscp), *m_dscp);
    m_parts->weights = {{s.controlWeight, s.trimmedWeight, s.dataWeight}};
    const uint32_t reserved = s.bufferReserved;
    m_parts->shares = {{{s.controlThreshold, reserved},
                        {s.trimmedThreshold, reserved},
                        {s.dataThreshold, reserved}}};
    m_parts->wred = WredOf(s);
}

void
TrimQueueDisc::DoDispose()
{
    if (m_parts && m_buffer)
    {
        // The other queues of the buffer may go on.
        m_buffer->Change(m_parts->held, 0);
    }
    m_draws = nullptr;
    m_buffer = nullptr;
    m_parts.reset();
    QueueDisc::DoDispose();
}

/** The engine's ports judge packets likewise before they look for room [wred-drops]. */
bool
TrimQueueDisc::DropsEarly(const Frame& frame, TrafficClass where) const
{
    const uint32_t depth = m_parts->port.bytes[where];
    return m_parts->wred.Judges(where, frame.ecn, depth) &&
           m_parts->wred.Drops(where, depth, m_draws->GetInteger(0, UINT32_MAX - 1));
}

bool
TrimQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    const auto ipv6 = DynamicCast<Ipv6QueueDiscItem>(item);
    uint8_t trafficClass = 0;
    const bool isIp = item->GetUint8Value(QueueItem::IP_DSFIELD, trafficClass);
    Frame frame;
    // A packet of another protocol, of ARP for one, is data that nobody trims.
    frame.dscp = isIp ? trafficClass >> 2 : m_dscp->noTrim;
    frame.ecn = static_cast<Ecn>(isIp ? trafficClass & 3 : 0);
    // A frame has 16 bits for its size; ns-3 has no such bound.
    frame.size = static_cast<uint16_t>(std::min<uint32_t>(item->GetSize(), UINT16_MAX));
    if (DropsEarly(frame, m_parts->classes.Of(frame.dscp)))
    {
        DropBeforeEnqueue(item, DropReasonName(DropReason::WRED));
        return false;
    }
    const TrafficClass where = m_parts->classes.Of(frame.dscp);
    const Verdict verdict = Judge(frame, where);
    if (verdict.kind == Verdict::Kind::QUEUED)
    {
        return Put(item, frame, where);
    }
    if (verdict.kind == Verdict::Kind::TRIMMED && ipv6 != nullptr)
    {
        // As in SAI the packet counts as dropped, and the rest of the packet as another one. ns-3
        // insists that bytes received are bytes queued and bytes dropped.
        if (TradesNewest(frame))
        {
            const auto newest = TakeNewest();
            const bool isQueued = Put(item, frame, where);
            // The arriving packet waits before the rest of the other is queued, which may find no
            // room.
            DropAfterDequeue(newest, TRIMMED);
            PutRest(newest);
            return isQueued;
        }
        DropBeforeEnqueue(item, TRIMMED);
        PutRest(ipv6);
        return false;
    }
    m_droppedTrims += verdict.reason == DropReason::TRIMMED_OVERFLOW;
    DropBeforeEnqueue(item,
                      verdict.kind == Verdict::Kind::TRIMMED
                          ? DropReasonName(DropReason::DATA_OVERFLOW)
                          : DropReasonName(verdict.reason));
    return false;
}

/** @return the verdict on a packet, by the limits or by the shared buffer */
Verdict
TrimQueueDisc::Judge(const Frame& frame, TrafficClass where) const
{
    const TrimQueue queue = m_parts->Queue();
    if (!m_buffer)
    {
        return queue.Admit(frame, m_parts->classes);
    }
    const bool canTrim = m_parts->config.trimming && m_parts->classes.IsTrimmable(frame.dscp);
    const uint32_t cut = canTrim ? queue.TrimmedSize(frame) : 0;
    // Put takes the room.
    return JudgeByRoom({where, frame.size, cut}, [this](TrafficClass in, uint32_t size) {
        return m_buffer->Room().Admits(m_parts->shares[in], m_parts->port.bytes[in], size);
    });
}

/** Has a packet wait that found room. @return whether ns-3's queue has taken the packet */
bool
TrimQueueDisc::Put(const Ptr<QueueDiscItem>& item, const Frame& frame, TrafficClass where)
{
    if (where == TrafficClass::DATA && MarksAt(ECN_MARK_AT_ENQUEUE, m_parts->DepthBefore(frame)))
    {
        Mark(item, MARKED);
    }
    if (!m_parts->port.IsBacklogged())
    {
        m_parts->loneBytes = frame.size;
        m_parts->loneSince = Simulator::Now();
    }
    const FrameIndex index = m_parts->pool.Allocate();
    m_parts->pool.At(index) = frame;
    const TrimQueue queue = m_parts->Queue();
    queue.Push(index, m_parts->pool.At(index), where);
    const std::size_t internal = QueueOf(frame, where);
    if (internal == RETX_QUEUE)
    {
        // ns-3's queue cannot reorder, so retransmissions wait in one of their own.
        queue.Promote(index);
    }
    Recount();
    return GetInternalQueue(internal)->Enqueue(item);
}

/** @return whether the newest data packet that waits is trimmed in this one's place [trim-victim]
 */
bool
TrimQueueDisc::TradesNewest(const Frame& arriving) const
{
    const PortState& port = m_parts->port;
    if (m_parts->config.trimVictim != TRIM_VICTIM_EITHER || m_draws->GetInteger(0, 1) == 0 ||
        !m_parts->Queue().CanTradeNewest(arriving, m_parts->classes))
    {
        return false;
    }
    const Frame& newest = m_parts->pool.At(port.tail[TrafficClass::DATA]);
    const auto queue = GetInternalQueue(QueueOf(newest, TrafficClass::DATA));
    // Packets of other protocols may have the code point, but cannot be trimmed.
    return DynamicCast<Ipv6QueueDiscItem>(DynamicCast<NewestQueue>(queue)->Newest()) != nullptr;
}

/** @return the newest data packet that waited, which is IPv6 */
Ptr<Ipv6QueueDiscItem>
TrimQueueDisc::TakeNewest()
{
    const FrameIndex index = m_parts->Queue().TakeNewest();
    const std::size_t internal = QueueOf(m_parts->pool.At(index), TrafficClass::DATA);
    m_parts->pool.Release(index);
    const auto queue = DynamicCast<NewestQueue>(GetInternalQueue(internal));
    return DynamicCast<Ipv6QueueDiscItem>(queue->TakeNewest());
}

/** Has the rest of a packet come as a packet of its own. */
void
TrimQueueDisc::PutRest(const Ptr<Ipv6QueueDiscItem>& item)
{
    ++m_trims;
    Enqueue(Trim(item));
}

/** @return whether a data packet is marked by a depth, if such marks are made now [ecn-mark-at] */
bool
TrimQueueDisc::MarksAt(EcnMarkAt when, uint32_t depth) const
{
    const EcnMarker& marker = m_parts->config.marker;
    return m_parts->config.markAt == when && depth > marker.Minimum() &&
           marker.Marks(depth, m_draws->GetInteger(0, UINT32_MAX - 1));
}

/** @return the internal queue where a packet waits */
std::size_t
TrimQueueDisc::QueueOf(const Frame& frame, TrafficClass where) const
{
    const bool goesFirst =
        m_parts->config.retxFirst && where == TrafficClass::DATA && frame.dscp == m_parts->retxDscp;
    return goesFirst ? RETX_QUEUE : static_cast<std::size_t>(where);
}

/** Tells the shared buffer, if there is one, how much of that buffer this queue holds. */
void
TrimQueueDisc::Recount() const
{
    if (m_buffer)
    {
        const uint64_t held = m_parts->Shared();
        m_buffer->Change(m_parts->held, held);
        m_parts->held = held;
    }
}

/** @return the rest of a packet, with the code point of trimmed ones */
Ptr<QueueDiscItem>
TrimQueueDisc::Trim(const Ptr<Ipv6QueueDiscItem>& item) const
{
    Ipv6Header header = item->GetHeader();
    const uint32_t size = std::min<uint32_t>(item->GetSize(), m_parts->config.trimFrameSize);
    // ECN stays: a mark that the packet got before is still true.
    header.SetTrafficClass(m_parts->config.trimmedDscp << 2 | (header.GetTrafficClass() & 3));
    Ptr<Packet> packet = item->GetPacket()->CreateFragment(0, size - header.GetSerializedSize());
    if (m_settings->trimLength != TRIM_LENGTH_NONE)
    {
        header.SetPayloadLength(static_cast<uint16_t>(packet->GetSize()));
    }
    if (m_settings->trimLength == TRIM_LENGTH_ALL)
    {
        CorrectLengths(packet, header.GetNextHeader());
    }
    const auto trimmed =
        Create<Ipv6QueueDiscItem>(packet, item->GetAddress(), item->GetProtocol(), header);
    trimmed->SetTxQueueIndex(item->GetTxQueueIndex());
    return trimmed;
}

Ptr<QueueDiscItem>
TrimQueueDisc::DoDequeue()
{
    PortState& port = m_parts->port;
    if (!port.IsBacklogged())
    {
        return nullptr;
    }
    // A frame stands for each item. The port's queue decides, and the items follow.
    const TrafficClass where = m_parts->Next();
    const FrameIndex index = m_parts->Queue().Pop(where);
    const std::size_t internal = QueueOf(m_parts->pool.At(index), where);
    m_parts->pool.Release(index);
    Recount();
    const Ptr<QueueDiscItem> item = GetInternalQueue(internal)->Dequeue();
    m_sentTrims += where == TrafficClass::TRIMMED;
    if (where == TrafficClass::DATA && MarksAt(ECN_MARK_AT_DEQUEUE, port.bytes[where]))
    {
        Mark(item, MARKED);
    }
    return item;
}

} // namespace mrc
} // namespace ns3
