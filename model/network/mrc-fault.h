/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_H
#define MRC_FAULT_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-impairment.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{
namespace mrc
{

/** Where a fault is. */
enum class FaultKind : uint8_t
{
    LINK,       //!< the link between a T0 and a T1
    T0,         //!< a T0 with all its links
    T1,         //!< a T1 with all its links
    PORT,       //!< the link between a NIC and its T0
    PLANE,      //!< all switches of a plane with all their links
    T2,         //!< a T2 with all its links
    UPPER_LINK, //!< the link between a T1 and a T2
};

/** Which directions of a link a fault is in; up is away from the NICs. */
enum class FaultDirection : uint8_t
{
    BOTH,
    UP,
    DOWN,
};

/** Something that does not work as it should, for a while or for good. */
struct Fault
{
    FaultKind kind{FaultKind::LINK};                //!< what is hit
    FaultDirection direction{FaultDirection::BOTH}; //!< one only of a link or PORT
    PlaneId plane{0};                               //!< where that is
    uint32_t index{0};       //!< number of the switch or NIC, of a link's lower end; 0 for a plane
    uint32_t t1{0};          //!< of a link: which uplink of its lower end, the T1 of its pod that a
                             //!< T0's leads to; 0 for other kinds
    Impairment impairment{}; //!< what it does
    Instant down;            //!< when it begins
    std::optional<Instant> up; //!< when it ends, later than down; never if empty
    std::string text{};        //!< as it was written
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_H */
