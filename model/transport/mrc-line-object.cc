/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-line-object.h"

#include <new>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t LINE = 64; //!< bytes of a cache line

/** @return whole cache lines for an object and a word behind it */
std::size_t
BlockOf(std::size_t bytes)
{
    return (bytes + sizeof(LineBlocks*) + LINE - 1) / LINE * LINE;
}

/** @return the last word of a block: where the block is from, or null */
LineBlocks**
OriginOf(void* block, std::size_t bytes)
{
    void* const last = static_cast<char*>(block) + BlockOf(bytes) - sizeof(LineBlocks*);
    return static_cast<LineBlocks**>(last);
}

} // namespace

void*
LineObject::Place(LineBlocks* blocks, std::size_t bytes)
{
    void* const block = blocks != nullptr ? blocks->Take(BlockOf(bytes))
                                          : ::operator new (BlockOf(bytes), std::align_val_t{LINE});
    ::new (OriginOf(block, bytes)) LineBlocks*(blocks);
    return block;
}

void
LineObject::operator delete(void* object, std::size_t bytes)
{
    if (object == nullptr)
    {
        return;
    }
    LineBlocks* const blocks = *OriginOf(object, bytes);
    if (blocks != nullptr)
    {
        blocks->GiveBack(object, BlockOf(bytes));
    }
    else
    {
        ::operator delete (object, std::align_val_t{LINE});
    }
}

} // namespace mrc
} // namespace ns3
