/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_PLAN_H
#define MRC_NIC_PLAN_H

#include "mrc-denial.h"

#include "ns3/mrc-carrier-template.h"
#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-locator-block.h"
#include "ns3/mrc-port-failures.h"
#include "ns3/mrc-port-state.h"
#include "ns3/mrc-qp-config.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The plan that a set of NICs is built from. */
struct NicPlan
{
    /** One NIC. */
    struct Entry
    {
        PortIndex firstPort; //!< of plane 0; the others follow
        uint64_t locator48;  //!< own uSID on plane 0, block in front
    };

    std::vector<Entry> nics;                         //!< ports of each NIC
    uint8_t planes{1};                               //!< ports of a NIC
    DscpPlan dscp;                                   //!< code points of packets that NICs send
    Encapsulation encapsulation{ENCAPSULATION_SRV6}; //!< of packets that NICs send and receive
    bool telemetry{false};                           //!< whether packets have trailers
    uint8_t carrierUsids{UsidCarrier::CAPACITY};     //!< the most that NICs write into a carrier
    LocatorBlock block;                              //!< in front of all uSIDs
    bool splitsCarriers{false};                      //!< whether any way has more uSIDs than that,
                                                     //!< or the block is not of 32 bits
    Span hostDelay;                                  //!< per direction [host-overhead]
    EvFormat evFormat{EV_FORMAT_SRV6};               //!< the meaning of EVs to the fabric
    PortFailures failures;                           //!< the behaviour of NICs when a link changes
    QpConfig retries;                                //!< of messages between NICs
    KeyedDraws draws;                     //!< lengths of blackouts, paths of messages between NICs
    std::function<bool(uint32_t)> isHere; //!< whether a NIC is in this shard; empty: all are
    std::function<CarrierTemplate(uint32_t, uint32_t)> route; //!< from NIC to NIC
    std::function<bool(uint32_t, uint32_t, Ev)> hasPath; //!< whether a path exists; empty: all do
    LinkCrossing crosses; //!< whether a path crosses a link that an entry of the denylist names
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_PLAN_H */
