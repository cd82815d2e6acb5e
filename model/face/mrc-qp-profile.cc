/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-profile.h"

#include "mrc-enum-accessor.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(QpProfile);

TypeId
QpProfile::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::QpProfile")
                       .SetParent<Object>()
                       .SetGroupName("Mrc")
                       .AddConstructor<QpProfile>();
        AddCapabilities(t);
        AddTimers(t);
        AddPlacement(t);
        return t;
    }();
    return tid;
}

void
QpProfile::AddCapabilities(TypeId tid)
{
    tid.AddAttribute("Mpr",
                     "Maximum PSN range, the receive window, in units of 128 PSNs [receive-window]",
                     UintegerValue(8),
                     MakeUintegerAccessor(&QpProfile::m_mpr),
                     MakeUintegerChecker<uint8_t>(1, 255))
        .AddAttribute("DynamicMpr",
                      "Whether SACKs say how large the receive window is, if both ends say so: "
                      "then ns3::mrc::Qp::Mpr can change it [dynamic-mpr]",
                      BooleanValue(false),
                      MakeBooleanAccessor(&QpProfile::m_dynamicMpr),
                      MakeBooleanChecker())
        .AddAttribute("Penalty",
                      "rcv_cwnd_pen in SACKs at first, see ns3::mrc::Qp::Penalty; no public "
                      "source says when a receiver asks for one [receiver-penalty]",
                      UintegerValue(0),
                      MakeUintegerAccessor(&QpProfile::m_penalty),
                      MakeUintegerChecker<uint8_t>(0, 127))
        .AddAttribute("IncastPenalty",
                      "Whether the receiver asks for a penalty of its own: that which takes a "
                      "queue pair back to its part of the NIC's line among all to which data came "
                      "in the last round trip (an option of ours)",
                      BooleanValue(false),
                      MakeBooleanAccessor(&QpProfile::m_incastPenalty),
                      MakeBooleanChecker())
        .AddAttribute("MaxImmediates",
                      "Writes with Immediate in flight [immediates-in-flight]",
                      UintegerValue(128),
                      MakeUintegerAccessor(&QpProfile::m_maxImmediates),
                      MakeUintegerChecker<uint16_t>(1, 4096))
        .AddAttribute("TrimNack",
                      "Whether packets may be trimmed and are then NACKed, if both ends say so "
                      "[trim-capability]",
                      BooleanValue(true),
                      MakeBooleanAccessor(&QpProfile::m_trimNack),
                      MakeBooleanChecker())
        .AddAttribute("ServiceTime",
                      "Whether SACKs may tell a service time, if both ends say so: a capability "
                      "that is exchanged and has no effect [service-time]",
                      BooleanValue(false),
                      MakeBooleanAccessor(&QpProfile::m_serviceTime),
                      MakeBooleanChecker());
}

void
QpProfile::AddTimers(TypeId tid)
{
    tid.AddAttribute(
           "AckTimeoutExponent",
           "Local ACK timeout: 1.024 us x 2^this, longer than an unloaded round trip [ack-timeout]",
           UintegerValue(8),
           MakeUintegerAccessor(&QpProfile::m_timeoutExponent),
           MakeUintegerChecker<uint8_t>(0, 24))
        .AddAttribute("LinearRetries",
                      "Timeouts at that interval before it doubles [retry-counts]",
                      UintegerValue(7),
                      MakeUintegerAccessor(&QpProfile::m_linearRetries),
                      MakeUintegerChecker<uint8_t>(0, 7))
        .AddAttribute("ExponentialRetries",
                      "Timeouts at doubled intervals before the queue pair fails; 25: it never "
                      "does [retry-counts]",
                      UintegerValue(25),
                      MakeUintegerAccessor(&QpProfile::m_exponentialRetries),
                      MakeUintegerChecker<uint8_t>(0, 25))
        .AddAttribute("PacketTimeout",
                      "A packet in flight for so long is lost, whatever others do, longer than an "
                      "unloaded round trip, up to 17 s; 0: "
                      "packets have no timers of their own [packet-timeout]",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&QpProfile::m_packetTimeout),
                      MakeTimeChecker(Time(0), Seconds(17)))
        .AddAttribute(
            "LossDelay",
            "The NIC's own time from when an untrimmed loss is revealed until it acts; "
            "131 and 262 us are plausible for a NIC that was measured, a fit [loss-delay]",
            TimeValue(Time(0)),
            MakeTimeAccessor(&QpProfile::m_lossDelay),
            MakeTimeChecker(Time(0), MilliSeconds(5)))
        .AddAttribute("AskPaths",
                      "Whether an EV probe asks the path of an overdue packet if it lives, before "
                      "the packet counts as lost; without, time and bytes decide [path-inquiry]",
                      BooleanValue(true),
                      MakeBooleanAccessor(&QpProfile::m_askPaths),
                      MakeBooleanChecker())
        .AddAttribute("TrimsAreRetries",
                      "Whether the NACK of a trimmed packet counts as a retry, as other NACKs do; "
                      "no by default, since path and peer are alive [retry-counts]",
                      BooleanValue(false),
                      MakeBooleanAccessor(&QpProfile::m_trimsAreRetries),
                      MakeBooleanChecker())
        .AddAttribute("NoPortTimeout",
                      "A queue pair fails when its NIC has had no port for this long, with work or "
                      "without, whatever its retries [no-port-timeout]",
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&QpProfile::m_noPortTimeout),
                      MakeTimeChecker(Time(0), Seconds(1000)))
        .AddAttribute("SackThreshold",
                      "Bytes after which the receiver sends a SACK unasked [sack-threshold]",
                      UintegerValue(16384),
                      MakeUintegerAccessor(&QpProfile::m_sackThreshold),
                      MakeUintegerChecker<uint32_t>(0, 1048576));
}

void
QpProfile::AddPlacement(TypeId tid)
{
    tid.AddAttribute("Payload",
                     "Bytes of payload in a full packet [payload-size]",
                     UintegerValue(4096),
                     MakeUintegerAccessor(&QpProfile::m_payload),
                     MakeUintegerChecker<uint16_t>(256, 4096))
        .AddAttribute("Placement",
                      "When the receiver places data: on arrival, once all earlier messages are "
                      "here, or once all earlier packets are [placement-order]",
                      EnumValue(PLACEMENT_UNORDERED),
                      EnumAccessor<PlacementOrder>(&QpProfile::m_placement),
                      MakeEnumChecker(PLACEMENT_UNORDERED,
                                      "Unordered",
                                      PLACEMENT_PARTIAL,
                                      "Partial",
                                      PLACEMENT_IN_ORDER,
                                      "InOrder"))
        .AddAttribute("HoldLimit",
                      "Bytes that the receiver can hold back for that; packets that need more are "
                      "refused with NACK NO_PKT_BUFFER. 0: no limit [placement-order]",
                      UintegerValue(0),
                      MakeUintegerAccessor(&QpProfile::m_holdLimit),
                      MakeUintegerChecker<uint64_t>());
}

QpConfig
QpProfile::Get() const
{
    QpConfig config;
    config.payload = m_payload;
    config.mpr = m_mpr;
    config.maxImmediates = m_maxImmediates;
    config.timeoutExponent = m_timeoutExponent;
    config.linearRetries = m_linearRetries;
    config.exponentialRetries = m_exponentialRetries;
    config.sackThreshold = m_sackThreshold;
    config.trimNack = m_trimNack;
    config.dynamicMpr = m_dynamicMpr;
    config.penalty = m_penalty;
    config.incastPenalty = m_incastPenalty;
    config.serviceTime = m_serviceTime;
    config.packetTimeout = Span(m_packetTimeout.GetPicoSeconds());
    config.lossDelay = Span(m_lossDelay.GetPicoSeconds());
    config.askPaths = m_askPaths;
    config.trimsAreRetries = m_trimsAreRetries;
    config.noPortTimeout = Span(m_noPortTimeout.GetPicoSeconds());
    config.placement = m_placement;
    config.holdLimit = m_holdLimit;
    return config;
}

} // namespace mrc
} // namespace ns3
