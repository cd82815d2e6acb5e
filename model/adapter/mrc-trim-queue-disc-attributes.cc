/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-trim-queue-buffer.h"
#include "mrc-trim-queue-disc.h"

#include "ns3/mrc-config-rows.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/pointer.h"

namespace ns3
{
namespace mrc
{

TypeId
TrimQueueDisc::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::TrimQueueDisc")
                       .SetParent<QueueDisc>()
                       .SetGroupName("Mrc")
                       .AddConstructor<TrimQueueDisc>();
        AddLimits(t);
        AddWred(t);
        AddTrimming(t);
        AddService(t);
        AddBuffer(t);
        AddCodePoints(t);
        AddCounters(t);
        return t;
    }();
    return tid;
}

void
TrimQueueDisc::AddLimits(TypeId tid)
{
    using S = TrimQueueSettings;
    ConfigRows<TrimQueueDisc, S>(tid, &TrimQueueDisc::m_settings)
        .Row("DataLimit",
             &S::dataLimit,
             0,
             INT32_MAX,
             "Bytes that may wait in the data class; trims beyond [queue-limits]")
        .Row("TrimmedLimit",
             &S::trimmedLimit,
             0,
             INT32_MAX,
             "Bytes that may wait in the class of trimmed packets; drops beyond [queue-limits]")
        .Row("ControlLimit",
             &S::controlLimit,
             0,
             INT32_MAX,
             "Bytes that may wait in the control class; drops beyond [queue-limits]")
        .Row("EcnMinimum",
             &S::ecnMinimum,
             0,
             UINT32_MAX,
             "Bytes in the data class from which RED marks [ecn-marking]")
        .Row("EcnMaximum",
             &S::ecnMaximum,
             0,
             UINT32_MAX,
             "Bytes in the data class from which every packet is marked [ecn-marking]")
        .RowOf(FabricProfile::GetTypeId(), "EcnProbability", &S::ecnProbability);
}

void
TrimQueueDisc::AddWred(TypeId tid)
{
    using S = TrimQueueSettings;
    ConfigRows<TrimQueueDisc, S>(tid, &TrimQueueDisc::m_settings)
        .Row("DataWredMinimum",
             &S::wredMinimum,
             0,
             INT32_MAX,
             "Bytes in the data class up to which nothing is dropped early [wred-drops]")
        .Row(
            "DataWredMaximum",
            &S::wredMaximum,
            0,
            INT32_MAX,
            "Bytes from which every data packet that comes is dropped; 0: nothing is dropped early "
            "[wred-drops]")
        .RowOf(FabricProfile::GetTypeId(), "DataWredProbability", &S::wredProbability)
        .RowOf(FabricProfile::GetTypeId(),
               "WredDropsEct",
               &S::wredDropsEct,
               "Whether ECN-capable data is dropped early too [wred-drops]");
}

void
TrimQueueDisc::AddTrimming(TypeId tid)
{
    using S = TrimQueueSettings;
    const TypeId fabric = FabricProfile::GetTypeId();
    ConfigRows<TrimQueueDisc, S>(tid, &TrimQueueDisc::m_settings)
        .RowOf(fabric,
               "Trimming",
               &S::trimming,
               "Whether data that does not fit is trimmed instead of dropped [trim-data]")
        .RowOf(fabric,
               "TrimSize",
               &S::trimSize,
               "Bytes left of a trimmed packet, from the IPv6 header on [trim-size]")
        .RowOf(fabric,
               "TrimLength",
               &S::trimLength,
               "Length fields that are corrected in a trimmed packet: None, Ip (outer IPv6), or "
               "All (IPv6 inside IPv6 and UDP too) [trim-lengths]")
        .RowOf(fabric,
               "TrimmedShare",
               &S::trimmedShare,
               "Share of the line that trimmed packets get while data waits too, in steps of "
               "1/256; 0: strict priority over data [trimmed-share]")
        .Row("LastHop",
             &S::lastHop,
             "Whether trimmed packets get DscpTrimmedLastHop, not DscpTrimmed [last-hop-code]");
}

void
TrimQueueDisc::AddService(TypeId tid)
{
    using S = TrimQueueSettings;
    const TypeId fabric = FabricProfile::GetTypeId();
    ConfigRows<TrimQueueDisc, S>(tid, &TrimQueueDisc::m_settings)
        .RowOf(fabric, "EcnMarkAt", &S::ecnMarkAt)
        .RowOf(fabric,
               "RetxFirst",
               &S::retxFirst,
               "Whether packets of DscpTrimmableRetx go before other data, within the same limit "
               "and marking [retx-class]")
        .RowOf(fabric, "ControlWeight", &S::controlWeight)
        .RowOf(fabric, "TrimmedWeight", &S::trimmedWeight)
        .RowOf(fabric, "DataWeight", &S::dataWeight);
}

void
TrimQueueDisc::AddBuffer(TypeId tid)
{
    using S = TrimQueueSettings;
    const TypeId fabric = FabricProfile::GetTypeId();
    tid.AddAttribute("Buffer",
                     "The TrimQueueBuffer that this queue shares with others of its node, instead "
                     "of DataLimit and the other limits [shared-buffer]",
                     PointerValue(),
                     MakePointerAccessor(&TrimQueueDisc::m_buffer),
                     MakePointerChecker<TrimQueueBuffer>());
    ConfigRows<TrimQueueDisc, S>(tid, &TrimQueueDisc::m_settings)
        .RowOf(fabric,
               "BufferReserved",
               &S::bufferReserved,
               "Bytes that each class has beside the shared buffer [shared-buffer]")
        .RowOf(fabric,
               "DataThreshold",
               &S::dataThreshold,
               "Exponent n: the data class may hold 2^n times what is free of the shared buffer; "
               "SAI's dynamic_th [shared-buffer]")
        .RowOf(fabric, "TrimmedThreshold", &S::trimmedThreshold)
        .RowOf(fabric, "ControlThreshold", &S::controlThreshold);
}

void
TrimQueueDisc::AddCodePoints(TypeId tid)
{
    const TypeId fabric = FabricProfile::GetTypeId();
    ConfigRows<TrimQueueDisc, DscpPlan>(tid, &TrimQueueDisc::m_dscp)
        .RowOf(fabric, "DscpTrimmable", &DscpPlan::trimmable, "DSCP of data that may be trimmed")
        .RowOf(fabric,
               "DscpTrimmableRetx",
               &DscpPlan::trimmableRetx,
               "Another DSCP of data that may be trimmed")
        .RowOf(fabric, "DscpTrimmed", &DscpPlan::trimmed, "DSCP of trimmed packets [code-points]")
        .RowOf(fabric,
               "DscpTrimmedLastHop",
               &DscpPlan::trimmedLastHop,
               "DSCP of packets trimmed on their last hop [code-points]")
        .RowOf(fabric,
               "DscpControl",
               &DscpPlan::control,
               "DSCP of the control class; all other DSCPs are data that is not trimmed");
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

} // namespace mrc
} // namespace ns3
