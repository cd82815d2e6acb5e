/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-line-blocks.h"

#include <algorithm>
#include <functional>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define MRC_LINE_BLOCKS_POISON
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MRC_LINE_BLOCKS_POISON
#endif
#endif

#ifdef MRC_LINE_BLOCKS_POISON
#include <sanitizer/asan_interface.h>
#endif

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::align_val_t LINE{64}; //!< bytes of a cache line

/** Has AddressSanitizer report each use of a block that nobody has: slabs hide such uses from it.
 */
void
Forbid([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes)
{
#ifdef MRC_LINE_BLOCKS_POISON
    __asan_poison_memory_region(block, bytes);
#endif
}

/** Ends what Forbid began. */
void
Allow([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes)
{
#ifdef MRC_LINE_BLOCKS_POISON
    __asan_unpoison_memory_region(block, bytes);
#endif
}

} // namespace

LineBlocks::~LineBlocks()
{
    for (const Size& size : m_sizes)
    {
        for (void* slab : size.slabs)
        {
            ::operator delete(slab, LINE);
        }
    }
}

LineBlocks::Size&
LineBlocks::SizeOf(std::size_t bytes)
{
    const auto found = std::find_if(m_sizes.begin(), m_sizes.end(), [bytes](const Size& size) {
        return size.bytes == bytes;
    });
    return found != m_sizes.end() ? *found : m_sizes.emplace_back(Size{bytes, nullptr});
}

/** Adds blocks so that they are taken in the order of their addresses. */
void
LineBlocks::Refill(Size& size)
{
    size.slabs.push_back(nullptr); // first: nothing is lost where memory ends
    size.slabs.back() = ::operator new(SLAB* size.bytes, LINE);
    auto* const begin = static_cast<char*>(size.slabs.back());
    for (std::size_t i = SLAB; i > 0; --i)
    {
        size.free = new (begin + (i - 1) * size.bytes) Free{size.free};
        Forbid(size.free, size.bytes);
    }
}

void*
LineBlocks::Take(std::size_t bytes)
{
    Size& size = SizeOf(bytes);
    if (size.free == nullptr)
    {
        Refill(size);
    }
    Free* const block = size.free;
    Allow(block, bytes);
    size.free = block->next;
    return block;
}

void
LineBlocks::GiveBack(void* block, std::size_t bytes)
{
    Size& size = SizeOf(bytes);
    size.free = new (block) Free{size.free};
    Forbid(block, bytes);
}

void
LineBlocks::GiveBack(void* block)
{
    const std::less<> isBefore; // of two memories
    for (const Size& size : m_sizes)
    {
        for (void* slab : size.slabs)
        {
            const void* const end = static_cast<char*>(slab) + SLAB * size.bytes;
            if (!isBefore(block, slab) && isBefore(block, end))
            {
                GiveBack(block, size.bytes);
                return;
            }
        }
    }
}

} // namespace mrc
} // namespace ns3
