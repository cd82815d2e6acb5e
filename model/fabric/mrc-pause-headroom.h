/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAUSE_HEADROOM_H
#define MRC_PAUSE_HEADROOM_H

#include "ns3/mrc-instant.h"
#include "ns3/mrc-line-rate.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The largest frame that the default headroom is made for, bytes: a jumbo frame. */
constexpr uint64_t PAUSE_MTU_BYTES = 9216;

/** @return how long a port of a rate may take to obey a pause [pfc-response] */
Span PeerResponse(LineRate rate);

/**
 * Says how much may still come behind a pause, as SONiC reckons headroom [pfc-headroom].
 *
 * @param rate of the link
 * @param propagation of the link, one way
 * @param latency response of the sender, and of the switch from arrival to admission
 * @return bytes
 */
uint64_t PauseHeadroom(LineRate rate, Span propagation, Span latency);

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAUSE_HEADROOM_H */
