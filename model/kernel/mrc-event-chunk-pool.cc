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

// a bucket of this alone has no events: the sum of both counts is 0, modulo 2^32
const EventChunk EventChunk::NONE{nullptr, EventChunk::CAPACITY, 0U - EventChunk::CAPACITY, {}};

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
