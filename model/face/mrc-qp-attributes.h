/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_ATTRIBUTES_H
#define MRC_QP_ATTRIBUTES_H

#include "mrc-cc-profile.h"
#include "mrc-ev-profile.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-qp-capabilities.h"
#include "ns3/mrc-qp-state.h"

namespace ns3
{
namespace mrc
{

/**
 * The arguments of Qp::Modify; as in libibverbs, each state needs some of them and ignores the
 * rest.
 */
struct QpAttributes
{
    QpState state{QpState::INIT}; //!< the state to go to

    // to INIT: a queue pair is bound to exactly one of each [ev-profile]
    Ptr<EvProfile> ev; //!< entropy values of the queue pair
    Ptr<CcProfile> cc; //!< congestion control of the queue pair

    // to RTR: the peer's values, told out of band [capability-exchange]
    QpNumber destination;     //!< the peer's number
    QpCapabilities peerOffer; //!< the capabilities of the peer
    Psn firstPsn;             //!< of both directions
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_ATTRIBUTES_H */
