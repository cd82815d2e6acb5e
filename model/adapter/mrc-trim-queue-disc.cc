/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-trim-queue-disc.h"

#include "mrc-shorter-packet.h"

#include "ns3/drop-tail-queue.h"
#include "ns3/fatal-error.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/log.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-frame.h"
#include "ns3/mrc-trim-queue.h"
#include "ns3/mrc-wred-profile.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcTrimQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(TrimQueueDisc);

/**
 * A port of the engine, of which each packet has a frame: TrimQueue decides about frames, ns-3's
 * internal queues hold the packets in the same order.
 */
struct TrimQueueDisc::Parts
{
    Parts(const PortConfig& given, const DscpPlan& plan)
        : config(given),
          classes(plan)
    {
    }

    TrimQueue Queue()
    {
        return TrimQueue(port, config, pool);
    }

    PortState port;
    PortConfig config;
    TrimQueue::Classes classes;
    FramePool pool;
    WredProfile wred;
};

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

void
TrimQueueDisc::DoDispose()
{
    m_draws = nullptr;
    m_parts.reset();
    QueueDisc::DoDispose();
}

bool
TrimQueueDisc::CheckConfig()
{
    // ns-3 only asserts what this returns, which release builds leave out.
    if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0 || GetNInternalQueues() > 0)
    {
        NS_FATAL_ERROR(
            "ns3::mrc::TrimQueueDisc has classes by DSCP and queues of its own; expected "
            "no other classes, packet filters or internal queues");
    }
    if (m_settings->ecnMinimum > m_settings->ecnMaximum)
    {
        NS_FATAL_ERROR("ns3::mrc::TrimQueueDisc: EcnMinimum " << m_settings->ecnMinimum
                                                              << " exceeds EcnMaximum "
                                                              << m_settings->ecnMaximum);
    }
    if (m_settings->wredMinimum > m_settings->wredMaximum)
    {
        NS_FATAL_ERROR("ns3::mrc::TrimQueueDisc: DataWredMinimum " << m_settings->wredMinimum
                                                                   << " exceeds DataWredMaximum "
                                                                   << m_settings->wredMaximum);
    }
    if (m_dscp->HasClash())
    {
        NS_FATAL_ERROR(
            "ns3::mrc::TrimQueueDisc: a code point names two classes; expected different "
            "ones for control, trimmed and trimmable packets, none of them 0");
    }
    for (unsigned i = 0; i < TRAFFIC_CLASSES; ++i)
    {
        // TrimQueue has judged what comes here, so these queues have no limit.
        auto queue = CreateObject<DropTailQueue<QueueDiscItem>>();
        queue->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, UINT32_MAX));
        AddInternalQueue(queue);
    }
    return true;
}

void
TrimQueueDisc::InitializeParams()
{
    PortConfig config;
    config.limits[TrafficClass::DATA] = m_settings->dataLimit;
    config.limits[TrafficClass::TRIMMED] = m_settings->trimmedLimit;
    config.limits[TrafficClass::CONTROL] = m_settings->controlLimit;
    config.marker =
        EcnMarker(m_settings->ecnMinimum, m_settings->ecnMaximum, m_settings->ecnProbability);
    config.trimFrameSize = m_settings->trimSize;
    config.trimming = m_settings->trimming;
    config.trimmedDscp = m_settings->lastHop ? m_dscp->trimmedLastHop : m_dscp->trimmed;
    config.trimmedShare = static_cast<uint16_t>(std::ceil(m_settings->trimmedShare * 256));
    m_parts = std::make_unique<Parts>(config, *m_dscp);
    ByClass<EcnMarker> curves;
    if (m_settings->wredMaximum != 0)
    {
        curves[TrafficClass::DATA] = EcnMarker(m_settings->wredMinimum,
                                               m_settings->wredMaximum,
                                               m_settings->wredProbability);
    }
    m_parts->wred = WredProfile(curves, m_settings->wredDropsEct);
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
    frame.size = static_cast<uint16_t>(std::min<uint32_t>(item->GetSize(), UINT16_MAX));
    if (DropsEarly(frame, m_parts->classes.Of(frame.dscp)))
    {
        DropBeforeEnqueue(item, DropReasonName(DropReason::WRED));
        return false;
    }
    const Verdict verdict = m_parts->Queue().Admit(frame, m_parts->classes);
    const TrafficClass where = m_parts->classes.Of(frame.dscp);
    if (verdict.kind == Verdict::Kind::QUEUED)
    {
        const FrameIndex index = m_parts->pool.Allocate();
        m_parts->pool.At(index) = frame;
        m_parts->Queue().Push(index, m_parts->pool.At(index), where);
        return GetInternalQueue(static_cast<std::size_t>(where))->Enqueue(item);
    }
    if (verdict.kind == Verdict::Kind::TRIMMED && ipv6 != nullptr)
    {
        ++m_trims;
        // As in SAI the packet counts as dropped, and what is left of it as another one. ns-3
        // insists that bytes received are bytes queued and bytes dropped.
        DropBeforeEnqueue(item, TRIMMED);
        Enqueue(Trim(ipv6));
        return false;
    }
    m_droppedTrims += verdict.reason == DropReason::TRIMMED_OVERFLOW;
    DropBeforeEnqueue(item,
                      verdict.kind == Verdict::Kind::TRIMMED
                          ? DropReasonName(DropReason::DATA_OVERFLOW)
                          : DropReasonName(verdict.reason));
    return false;
}

/** @return what is left of a packet, with the code point of trimmed ones */
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
    const TrafficClass where = m_parts->Queue().Next();
    m_parts->pool.Release(m_parts->Queue().Pop(where));
    const Ptr<QueueDiscItem> item = GetInternalQueue(static_cast<std::size_t>(where))->Dequeue();
    m_sentTrims += where == TrafficClass::TRIMMED;
    const uint32_t depth = port.bytes[TrafficClass::DATA];
    const EcnMarker& marker = m_parts->config.marker;
    if (where == TrafficClass::DATA && depth > marker.Minimum() &&
        marker.Marks(depth, m_draws->GetInteger(0, UINT32_MAX - 1)))
    {
        Mark(item, MARKED);
    }
    return item;
}

} // namespace mrc
} // namespace ns3
