/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINE_OBJECT_H
#define MRC_LINE_OBJECT_H

#include "mrc-line-blocks.h"

#include <cstddef>

namespace ns3
{
namespace mrc
{

/**
 * An object that begins a cache line when it is made by `new`, also in memory of LineBlocks: by
 * `new (blocks) Object`. The last word of the object's block says where the memory goes back to.
 *
 * The class of such an object asks for no alignment of its own: then its size leaves room for that
 * word.
 */
class LineObject
{
  public:
    /** @param bytes of the object @return memory from the common allocator */
    static void* operator new(std::size_t bytes)
    {
        return Place(nullptr, bytes);
    }

    /** @param bytes of the object @param blocks outlive the object @return memory from there */
    static void* operator new(std::size_t bytes, LineBlocks& blocks)
    {
        return Place(&blocks, bytes);
    }

    /** @param object the memory of an object that has ended @param bytes of it */
    static void operator delete(void* object, std::size_t bytes);

    /** @param object memory of an object that could not be made @param blocks where it is from */
    static void operator delete(void* object, LineBlocks& blocks)
    {
        blocks.GiveBack(object);
    }

  private:
    static void* Place(LineBlocks* blocks, std::size_t bytes);
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINE_OBJECT_H */
