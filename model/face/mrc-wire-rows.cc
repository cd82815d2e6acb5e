/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"

#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-usid.h"

namespace ns3
{
namespace mrc
{

void
WireRows::Add(FabricRows& rows)
{
    rows.Row("WireMode",
             &FabricConfig::wireMode,
             "Make bytes of every frame on every hop and go on with what they say [wire-mode]")
        .Row("Telemetry",
             &FabricConfig::telemetry,
             "Switches write a record of each hop into a trailer of data packets, and SACKs bring "
             "it back, for HpccFactory. No part of MRC [telemetry-trailer]")
        .Row("Encapsulation",
             &FabricConfig::encapsulation,
             MakeEnumChecker(ENCAPSULATION_SRV6,
                             "Srv6",
                             ENCAPSULATION_IPV6,
                             "Ipv6",
                             ENCAPSULATION_IPV4,
                             "Ipv4"),
             "IP headers of all packets: Srv6 (IPv6 in IPv6, paths by uSIDs), or without "
             "encapsulation Ipv6 or Ipv4. Without encapsulation switches choose paths, and "
             "Format of EvProfile says how [ev-formats]")
        .Row("CarrierUsids",
             &FabricConfig::carrierUsids,
             1,
             UsidCarrier::CAPACITY,
             "uSIDs that a NIC writes into one carrier at most. The others of a path go into a "
             "segment routing header, which has room for four [carrier-segments]")
        .Row("EcmpSeed",
             &FabricConfig::ecmpSeeds,
             MakeEnumChecker(ECMP_SEED_SWITCH,
                             "Switch",
                             ECMP_SEED_TIER,
                             "Tier",
                             ECMP_SEED_FABRIC,
                             "Fabric"),
             "Which switches hash alike where EVs are hashed. Each Switch has a seed of its own, "
             "or each Tier has one, or all of the Fabric have one [ecmp-seeds]");
}

} // namespace mrc
} // namespace ns3
