/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SPARSE_MEMORY_H
#define MRC_SPARSE_MEMORY_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace ns3
{
namespace mrc
{

/**
 * Addresses for an array of which a process has only some blocks: which of them are there?
 *
 * A block that nobody needed takes no memory. A touch of such a block ends the process, so that no
 * part of a run goes on with values that were never made.
 */
class SparseMemory
{
  public:
    /** Fills a block: gets the offset of its first byte, and the first offset behind it. */
    using Filler = std::function<void(std::size_t, std::size_t)>;

    /**
     * @param bytes of the whole array
     * @throws std::runtime_error if the system has no such addresses
     */
    explicit SparseMemory(std::size_t bytes);
    ~SparseMemory();
    SparseMemory(const SparseMemory&) = delete;
    SparseMemory& operator=(const SparseMemory&) = delete;

    /** @return the first byte */
    void* Data() const
    {
        return m_data;
    }

    /** @return whether the block with a byte is there */
    bool Has(std::size_t offset) const
    {
        return m_has[offset / m_block].load(std::memory_order_acquire) != 0;
    }

    /** Makes the block with a byte, if it is not there. Threads may meet here. */
    void Need(std::size_t offset, const Filler& fill);

    /** @return bytes of all blocks that are there */
    std::size_t Taken() const
    {
        return m_taken;
    }

    /** @return bytes of a block, a power of 2 of at least 4096 */
    std::size_t BlockBytes() const
    {
        return m_block;
    }

  private:
    std::size_t m_bytes;
    std::size_t m_block; //!< a page, which the system gives or does not give
    std::unique_ptr<std::atomic<uint8_t>[]> m_has;
    void* m_data{nullptr};
    std::size_t m_taken{0};
    std::mutex m_making; //!< one thread makes a block at a time
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SPARSE_MEMORY_H */
