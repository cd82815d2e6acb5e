/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-trim-queue-rows.h"

#include "ns3/mrc-fabric-profile.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** The limits of waiting packets, and the thresholds of marks. */
void
AddLimits(TrimQueueRows& rows)
{
    using S = TrimQueueSettings;
    rows.Row("DataLimit",
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

/** When data is dropped early. */
void
AddWred(TrimQueueRows& rows)
{
    using S = TrimQueueSettings;
    rows.Row("DataWredMinimum",
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

/** The packets that are trimmed, and their size after that. */
void
AddTrimming(TrimQueueRows& rows)
{
    using S = TrimQueueSettings;
    const TypeId fabric = FabricProfile::GetTypeId();
    rows.RowOf(fabric,
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
        .RowOf(fabric, "TrimVictim", &S::trimVictim)
        .Row("LastHop",
             &S::lastHop,
             "Whether trimmed packets get DscpTrimmedLastHop, not DscpTrimmed [last-hop-code]");
}

/** The order of service. */
void
AddService(TrimQueueRows& rows)
{
    using S = TrimQueueSettings;
    const TypeId fabric = FabricProfile::GetTypeId();
    rows.RowOf(fabric, "EcnMarkAt", &S::ecnMarkAt)
        .RowOf(fabric,
               "RetxFirst",
               &S::retxFirst,
               "Whether packets of DscpTrimmableRetx go before other data, within the same limit "
               "and marking [retx-class]")
        .RowOf(fabric, "ControlWeight", &S::controlWeight)
        .RowOf(fabric, "TrimmedWeight", &S::trimmedWeight)
        .RowOf(fabric, "DataWeight", &S::dataWeight);
}

} // namespace

void
AddTrimQueueRows(TrimQueueRows rows)
{
    // Where the fabric's ports have the same setting, RowOf takes range and default from there: one
    // source for both.
    AddLimits(rows);
    AddWred(rows);
    AddTrimming(rows);
    AddService(rows);
}

void
AddTrimQueueShares(TrimQueueRows rows)
{
    using S = TrimQueueSettings;
    const TypeId fabric = FabricProfile::GetTypeId();
    rows.RowOf(fabric,
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
AddTrimQueueCodePoints(TrimQueueCodePoints rows)
{
    const TypeId fabric = FabricProfile::GetTypeId();
    rows.RowOf(fabric, "DscpTrimmable", &DscpPlan::trimmable, "DSCP of data that may be trimmed")
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

} // namespace mrc
} // namespace ns3
