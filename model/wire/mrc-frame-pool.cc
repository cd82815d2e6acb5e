/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-frame-pool.h"

#include "ns3/fatal-error.h"

namespace ns3
{
namespace mrc
{

/** Apart from Allocate, which is inlined into every sender's path. */
void
FramePool::Exhausted()
{
    NS_FATAL_ERROR(
        "more than " << CAPACITY
                     << " packets in flight at once: FramePool::CAPACITY is the limit of "
                        "one fabric");
}

} // namespace mrc
} // namespace ns3
