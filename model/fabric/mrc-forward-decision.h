/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FORWARD_DECISION_H
#define MRC_FORWARD_DECISION_H

#include "mrc-port-state.h"

namespace ns3
{
namespace mrc
{

/** Where a packet goes from a switch. */
struct ForwardDecision
{
    PortIndex port{NO_PORT};                     //!< egress port, or NO_PORT for a drop
    DropReason reason{DropReason::UNKNOWN_USID}; //!< of a drop
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FORWARD_DECISION_H */
