/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"

namespace ns3
{
namespace mrc
{

void
LimitRows::Add(FabricRows& rows)
{
    rows.Row("DataLimit",
             &FabricConfig::dataLimit,
             0.01,
             1000,
             "Data class of a port inside the fabric, in BDPs of the port; trims beyond "
             "[queue-limits]")
        .Row("LastHopLimit",
             &FabricConfig::lastHopLimit,
             0.01,
             1000,
             "Data class of a T0 port towards a NIC, in BDPs of the port [queue-limits]")
        .Row("UntrimmedLimit",
             &FabricConfig::untrimmedLimit,
             0.01,
             1000,
             "Data class of any port when Trimming is off, in BDPs of the port [queue-limits]")
        .Row("TrimmedLimit",
             &FabricConfig::trimmedLimit,
             0.01,
             1000,
             "Trimmed class, in BDPs of the port; drops beyond [queue-limits]")
        .Row("ControlLimit",
             &FabricConfig::controlLimit,
             0.01,
             1000,
             "Control class, in BDPs of the port; drops beyond [queue-limits]")
        .Row("NicControlLimit",
             &FabricConfig::nicControlLimit,
             0,
             1 << 30,
             "Bytes of control packets that may wait at a port of a NIC; drops beyond; 0: no limit "
             "[nic-queue-limit]");
}

} // namespace mrc
} // namespace ns3
