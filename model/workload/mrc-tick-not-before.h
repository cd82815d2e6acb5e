/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TICK_NOT_BEFORE_H
#define MRC_TICK_NOT_BEFORE_H

#include "ns3/mrc-instant.h"
#include "ns3/nstime.h"

namespace ns3
{
namespace mrc
{

/**
 * Events of ns-3 lie on ticks. Rounding down would start a transfer before the transfer's time.
 *
 * @return the first tick of ns-3 that is not before this instant
 */
Time TickNotBefore(Instant at);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TICK_NOT_BEFORE_H */
