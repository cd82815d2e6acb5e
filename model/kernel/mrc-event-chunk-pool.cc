/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-event-chunk-pool.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Chunks made at once: 64 KiB. */
constexpr uint32_t BLOCK = 256;

} // namespace

void
EventChunkPool::Grow()
{
    m_blocks.emplace_back(new EventChunk[BLOCK]);
    EventChunk* block = m_blocks.back().get();
    // The list is last in, first out: backwards, chunks are handed out by rising address.
    for (uint32_t i = BLOCK; i-- > 0;)
    {
        GiveBack(block + i);
    }
}

} // namespace mrc
} // namespace ns3
