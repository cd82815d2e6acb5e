/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

void
MarkingRows::Add(FabricRows& rows)
{
    rows.Row("EcnMinimum",
             &FabricConfig::ecnMinimum,
             0,
             1000,
             "Depth of the data class from which RED marks, in BDPs of the port [ecn-marking]")
        .Row("EcnMaximum",
             &FabricConfig::ecnMaximum,
             0,
             1000,
             "Depth from which every packet is marked, in BDPs of the port [ecn-marking]")
        .Row("EcnMinimumBytes",
             &FabricConfig::ecnMinimumBytes,
             0,
             1 << 30,
             "EcnMinimum in bytes, at any rate; 0: EcnMinimum counts [ecn-marking]")
        .Row("EcnMaximumBytes",
             &FabricConfig::ecnMaximumBytes,
             0,
             1 << 30,
             "EcnMaximum in bytes, at any rate; 0: EcnMaximum counts [ecn-marking]")
        .Row("EcnMaximumBytesT1",
             &FabricConfig::ecnMaximumBytesT1,
             0,
             1 << 30,
             "The same of the ports of T1s and T2s; 0: as those of T0s [ecn-marking]")
        .Row("EcnProbability",
             &FabricConfig::ecnProbability,
             0,
             1,
             "Marking probability just below EcnMaximum [ecn-marking]")
        .Row("EcnMarkAt",
             &FabricConfig::ecnMarkAt,
             MakeEnumChecker(ECN_MARK_AT_DEQUEUE, "Dequeue", ECN_MARK_AT_ENQUEUE, "Enqueue"),
             "When it is decided about a mark. With Dequeue that is as a packet leaves its "
             "queue, by what stays behind. With Enqueue that is as a packet arrives, by what "
             "waits before it [ecn-mark-at]")
        .Row("EcnOnLastHop",
             &FabricConfig::ecnOnLastHop,
             "Whether T0 ports towards NICs mark too; off in MRC [ecn-last-hop]");
}

/** Here and not as they are set: a script may raise the minimum before the maximum. */
void
MarkingRows::Check(const FabricConfig& all)
{
    if (all.ecnMinimum > all.ecnMaximum)
    {
        std::ostringstream what;
        what << "ns3::mrc::FabricProfile: EcnMinimum " << all.ecnMinimum << " exceeds EcnMaximum "
             << all.ecnMaximum;
        throw std::invalid_argument(what.str());
    }
}

} // namespace mrc
} // namespace ns3
