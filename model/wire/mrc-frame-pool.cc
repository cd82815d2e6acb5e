/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-frame-pool.h"

#include "ns3/fatal-error.h"

namespace ns3
{
namespace mrc
{

void
FramePool::AddTrailers()
{
    m_trailers = std::make_shared<ReservedArray<HopRecords>>(CAPACITY);
}

/** Apart from Allocate, which is inlined into every sender's path. */
void
FramePool::Exhausted() const
{
    NS_FATAL_ERROR("more than " << m_room
                                << " packets in flight at once: each thread may have its share of "
                                << CAPACITY
                                << ", FramePool::CAPACITY, the limit of one fabric; expected "
                                   "fewer packets, or fewer threads");
}

} // namespace mrc
} // namespace ns3
