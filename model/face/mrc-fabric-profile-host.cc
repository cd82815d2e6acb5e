/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-config-rows.h"
#include "mrc-delay-bound.h"
#include "mrc-enum-accessor.h"
#include "mrc-fabric-profile.h"

#include "ns3/enum.h"
#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-tick.h"
#include "ns3/mrc-usid.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

void
FabricProfile::AddHost(TypeId tid)
{
    ConfigRows<FabricProfile, FabricConfig>(tid, &FabricProfile::m_config)
        .Row("WireMode",
             &FabricConfig::wireMode,
             "Make bytes of every frame on every hop and go on with what they say [wire-mode]")
        .Row("Encapsulation",
             &FabricConfig::encapsulation,
             MakeEnumChecker(ENCAPSULATION_SRV6,
                             "Srv6",
                             ENCAPSULATION_IPV6,
                             "Ipv6",
                             ENCAPSULATION_IPV4,
                             "Ipv4"),
             "IP headers of all packets: Srv6 (IPv6 in IPv6, paths by uSIDs), or without "
             "encapsulation Ipv6 or Ipv4, where switches choose paths; Format of EvProfile says "
             "how [ev-formats]")
        .Row("CarrierUsids",
             &FabricConfig::carrierUsids,
             1,
             UsidCarrier::CAPACITY,
             "uSIDs that a NIC writes into one carrier at most; the others of a path go into a "
             "segment routing header, which has room for four [carrier-segments]")
        .Row("EcmpSeed",
             &FabricConfig::ecmpSeeds,
             MakeEnumChecker(ECMP_SEED_SWITCH,
                             "Switch",
                             ECMP_SEED_TIER,
                             "Tier",
                             ECMP_SEED_FABRIC,
                             "Fabric"),
             "Which switches hash alike where EVs are hashed: each Switch has a seed of its own, "
             "or each Tier, or all of the Fabric have one [ecmp-seeds]");
    tid.AddAttribute("Faces",
                     "Which nodes are ns-3 nodes with devices and channels: All, Named (those that "
                     "FabricHelper::AddFaces names), or Auto: All up to 4,096 NICs, else Named",
                     EnumValue(FACES_AUTO),
                     EnumAccessor<FacePolicy>(&FabricProfile::m_faces),
                     MakeEnumChecker(FACES_AUTO, "Auto", FACES_ALL, "All", FACES_NAMED, "Named"));
    // Format() judges delays: an object that throws while it is made leaks in ns-3
    ConfigRows<FabricProfile, FabricConfig>(tid, &FabricProfile::m_config)
        .Row("HostDelay",
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
             "How long it takes until NICs know of a change of the denylist: by default "
             "one round of a Clustermapper, which probes every link each millisecond "
             "[denylist-delay]")
        .Row(
            "DetectDelay",
            &FabricConfig::detectDelay,
            MakeDelayChecker(),
            "How long a NIC takes to see that one of its links changed, 0 .. 1 s [port-detection]");
}

void
FabricProfile::AddFailures(TypeId tid)
{
    ConfigRows<FabricProfile, FabricConfig>(tid, &FabricProfile::m_config)
        .Row("PortFailure",
             &FabricConfig::portFailure,
             MakeEnumChecker(PORT_FAILURE_IDEAL,
                             "Ideal",
                             PORT_FAILURE_CX8_LIKE,
                             "Cx8Like",
                             PORT_FAILURE_PRODUCTION,
                             "Production"),
             "What a NIC does that has lost a port: Ideal goes on with the other ports, "
             "Cx8Like first sends nothing of any queue pair for a while, Production for 2 to 4 s "
             "[port-blackout]")
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
             "How peers learn which ports of a NIC are down: SackBitmap (byte 12 of "
             "SACKs, our own use), PortStatusUpdate (an endpoint request, repeated until "
             "it is answered), Both, or Auto: SackBitmap unless PortFailure is Ideal, else "
             "PortStatusUpdate [port-status-carrier]");
}

Time
FabricProfile::HostDelay() const
{
    return ToTime(m_config->hostDelay);
}

Time
FabricProfile::DenylistDelay() const
{
    return ToTime(m_config->denylistDelay);
}

Time
FabricProfile::TriggerDelay() const
{
    return ToTime(m_config->triggerDelay);
}

/** Judges what Format() does not: a blackout is drawn between the two bounds. */
PortFailures
FabricProfile::Failures() const
{
    if (m_config->blackoutMinimum > m_config->blackoutMaximum)
    {
        std::ostringstream what;
        what << "ns3::mrc::FabricProfile: BlackoutMinimum "
             << ToTime(m_config->blackoutMinimum).As() << " exceeds BlackoutMaximum "
             << ToTime(m_config->blackoutMaximum).As();
        throw std::invalid_argument(what.str());
    }
    return m_config->Failures();
}

} // namespace mrc
} // namespace ns3
