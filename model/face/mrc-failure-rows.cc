/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"

#include "ns3/mrc-tick.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

void
FailureRows::Add(FabricRows& rows)
{
    rows.Row("PortFailure",
             &FabricConfig::portFailure,
             MakeEnumChecker(PORT_FAILURE_IDEAL,
                             "Ideal",
                             PORT_FAILURE_CX8_LIKE,
                             "Cx8Like",
                             PORT_FAILURE_PRODUCTION,
                             "Production"),
             "What a NIC does that has lost a port: Ideal goes on with the other ports. Cx8Like "
             "first sends nothing of any queue pair for a while, and Production sends nothing "
             "for 2 to 4 s [port-blackout]")
        .Row("BlackoutMinimum",
             &FabricConfig::blackoutMinimum,
             Time(0),
             Seconds(100),
             "The shortest time for which a Cx8Like NIC sends nothing [port-blackout]")
        .Row("BlackoutMaximum",
             &FabricConfig::blackoutMaximum,
             Time(0),
             Seconds(100),
             "The longest time for which a Cx8Like NIC sends nothing [port-blackout]")
        .Row("PortStatusCarrier",
             &FabricConfig::carrier,
             MakeEnumChecker(PORT_STATUS_AUTO,
                             "Auto",
                             PORT_STATUS_IN_SACK,
                             "SackBitmap",
                             PORT_STATUS_UPDATE,
                             "PortStatusUpdate",
                             PORT_STATUS_BOTH,
                             "Both"),
             "How peers learn which ports of a NIC are down: by SackBitmap, by PortStatusUpdate, "
             "by Both or by Auto. SackBitmap is byte 12 of SACKs, our own use. PortStatusUpdate "
             "is an endpoint request, repeated until it is answered. Auto is SackBitmap unless "
             "PortFailure is Ideal, else PortStatusUpdate [port-status-carrier]");
}

/** A blackout is drawn between the two bounds. */
void
FailureRows::Check(const FabricConfig& all)
{
    if (all.blackoutMinimum > all.blackoutMaximum)
    {
        std::ostringstream what;
        what << "ns3::mrc::FabricProfile: BlackoutMinimum " << ToTime(all.blackoutMinimum).As()
             << " exceeds BlackoutMaximum " << ToTime(all.blackoutMaximum).As();
        throw std::invalid_argument(what.str());
    }
}

} // namespace mrc
} // namespace ns3
