/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TOPOLOGY_PLACES_H
#define MRC_TOPOLOGY_PLACES_H

#include "ns3/mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The kind of a node of the fabric. */
enum class NodeKind : uint8_t
{
    NIC, //!< a host's network card, in all planes
    T0,  //!< a switch that NICs hang on
    T1,  //!< a switch that joins the T0s of its plane, or of its pod
    T2,  //!< a switch that joins the pods of its plane; in a graph any that has no link to a T0
};

/** Where a node stands: its kind, its plane and its number within both. */
struct NodePlace
{
    NodeKind kind;  //!< a NIC, or the tier of a switch
    PlaneId plane;  //!< 0 for a NIC
    uint32_t index; //!< number of the NIC, or of the switch within its plane
};

/** Which way a port looks. */
enum class PortKind : uint8_t
{
    NIC,     //!< from a NIC up to its T0
    T0_DOWN, //!< from a T0 down to a NIC
    T0_UP,   //!< from a T0 up to a T1
    T1_DOWN, //!< from a T1 down to a T0
    T1_UP,   //!< from a T1 up to a T2
    T2_DOWN, //!< from a T2 down to a T1
};

/** Where a port sits: its kind, its plane, its owner's number and which of the owner's ports it is.
 */
struct PortPlace
{
    PortKind kind;  //!< kind and direction of the port
    PlaneId plane;  //!< plane of the part
    uint32_t owner; //!< number of the NIC, or of the switch within its plane
    uint32_t link;  //!< 0 on a NIC; number of the downlink or uplink on a switch. A T1's downlinks
                    //!< are in the order of its pod's T0s, once for each of its links to a T0.
                    //!< Those of a T2 are in the order of the pods
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TOPOLOGY_PLACES_H */
