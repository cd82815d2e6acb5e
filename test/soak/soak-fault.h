/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_FAULT_H
#define MRC_SOAK_FAULT_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-impairment.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-port-state.h"
#include "ns3/mrc-topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** The part that a fault strikes. */
enum class FaultSite : uint8_t
{
    LINK,      //!< T0 and T1, both directions
    LINK_UP,   //!< from a T0 to a T1
    LINK_DOWN, //!< from a T1 to a T0
    T0,        //!< with all its links
    T1,        //!< with all its links
    PORT,      //!< NIC and T0, both directions
    PORT_UP,   //!< from a NIC to its T0
    PORT_DOWN, //!< from a T0 to a NIC
    PLANE,     //!< all links
};

/** A fault of a case: plain data that turns into words and into directed ports. */
struct SoakFault
{
    FaultSite site{FaultSite::LINK};
    FaultEffect effect{FaultEffect::DOWN};
    PlaneId plane{0};
    uint32_t index{0};               //!< T0 (also of a link's), T1 or NIC
    uint32_t t1{0};                  //!< of a link
    uint32_t millipercent{0};        //!< of LOSS and RATE: thousandths of a percent
    Instant from;                    //!< when the fault begins
    Instant until{Instant::Never()}; //!< when the fault ends

    /** @return the fault in the grammar of Network::ScheduleFaults, to a nanosecond */
    std::string Text() const;

    /** @return the directed ports that the fault strikes */
    std::vector<uint32_t> Ports(const Topology& topology) const;

    /** @return LOSS and RATE as a share, 0 .. 1 */
    double Share() const
    {
        return millipercent / 1e5;
    }

    /** @return whether the fault ends */
    bool Ends() const
    {
        return until != Instant::Never();
    }
};

/** @return all of them, separated by commas */
std::string TextOf(const std::vector<SoakFault>& faults);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_FAULT_H */
