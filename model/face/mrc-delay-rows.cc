/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-delay-bound.h"
#include "mrc-fabric-rows.h"

#include "ns3/mrc-tick.h"

namespace ns3
{
namespace mrc
{

void
DelayRows::Add(FabricRows& rows)
{
    rows.Row("HostDelay",
             &FabricConfig::hostDelay,
             MakeDelayChecker(),
             "Host overhead between post and NIC, and between NIC and completion, 0 .. 1 s "
             "[host-overhead]")
        .Row("TriggerDelay",
             &FabricConfig::triggerDelay,
             MakeDelayChecker(),
             "How long it takes until a transfer of a traffic matrix starts that is triggered by "
             "what happened at another NIC than its source, 0 .. 1 s: at least HostDelay, or 0, an "
             "oracle for comparison with htsim [trigger-delay]")
        .Row("DenylistDelay",
             &FabricConfig::denylistDelay,
             Time(0),
             Seconds(100),
             "How long it takes until NICs know of a change of the denylist. The default is one "
             "round of a Clustermapper, which probes every link each millisecond [denylist-delay]")
        .Row(
            "DetectDelay",
            &FabricConfig::detectDelay,
            MakeDelayChecker(),
            "How long a NIC takes to see that one of its links changed, 0 .. 1 s [port-detection]");
}

/** Here and not as values are set: an object that throws while it is made leaks in ns-3. */
void
DelayRows::Check(const FabricConfig& all)
{
    RefuseDelay("ns3::mrc::FabricProfile::HostDelay", ToTime(all.hostDelay));
    RefuseDelay("ns3::mrc::FabricProfile::TriggerDelay", ToTime(all.triggerDelay));
    RefuseDelay("ns3::mrc::FabricProfile::DetectDelay", ToTime(all.detectDelay));
}

} // namespace mrc
} // namespace ns3
