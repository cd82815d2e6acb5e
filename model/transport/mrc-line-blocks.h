/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINE_BLOCKS_H
#define MRC_LINE_BLOCKS_H

#include <cstddef>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Memory for objects that begin a cache line: blocks of one size lie behind each other.
 *
 * A general allocator leaves up to 96 bytes unused beside each such object, and a large fabric has
 * millions of them. Blocks that are given back serve objects of the same size. The memory ends with
 * this.
 */
class LineBlocks
{
  public:
    LineBlocks() = default;
    ~LineBlocks();

    LineBlocks(const LineBlocks&) = delete;
    LineBlocks& operator=(const LineBlocks&) = delete;

    /** @param bytes of an object, whole cache lines @return memory for the object */
    void* Take(std::size_t bytes);

    /** @param block one that Take gave @param bytes as it was asked for */
    void GiveBack(void* block, std::size_t bytes);

    /** Does the same, where the size has to be looked for. @param block one that Take gave */
    void GiveBack(void* block);

  private:
    /** A block that is not in use. */
    struct Free
    {
        Free* next;
    };

    /** Blocks of one size. */
    struct Size
    {
        std::size_t bytes;
        Free* free;                 //!< those that nobody has
        std::vector<void*> slabs{}; //!< SLAB blocks each
    };

    static constexpr std::size_t SLAB = 32; //!< own choice: 53 kB of requestors

    Size& SizeOf(std::size_t bytes);
    static void Refill(Size& size);

    std::vector<Size> m_sizes; //!< few
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINE_BLOCKS_H */
