/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FORWARD_DECISION_H
#define MRC_FORWARD_DECISION_H

#include "mrc-port-state.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Whether a switch takes the outer headers off a packet first [switch-decapsulation]. */
enum class Unwrapping : uint8_t
{
    NO,
    LOOK_UP, //!< and looks the destination inside up
    CROSS,   //!< and sends the packet inside over an adjacency
};

/** Where a packet goes from a switch. */
struct ForwardDecision
{
    PortIndex port{NO_PORT};                     //!< egress port, or NO_PORT for a drop
    DropReason reason{DropReason::UNKNOWN_USID}; //!< of a drop
    Unwrapping inside{Unwrapping::NO}; //!< of CROSS the port is the adjacency; LOOK_UP has none
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FORWARD_DECISION_H */
