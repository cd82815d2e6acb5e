/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sparse-memory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace ns3
{
namespace mrc
{

namespace
{

[[noreturn]] void
Refuse(const std::string& what)
{
    throw std::runtime_error(what + ": " + std::strerror(errno) +
                             "; expected memory for the part of a fabric");
}

} // namespace

SparseMemory::SparseMemory(std::size_t bytes)
    : m_bytes(bytes),
      m_block(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
      m_has(new std::atomic<uint8_t>[bytes / m_block + 1]())
{
    if (bytes == 0)
    {
        return;
    }
    // Addresses without memory: a part of a fabric touches few of them.
    m_data = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (m_data == MAP_FAILED)
    {
        Refuse("mmap");
    }
}

SparseMemory::~SparseMemory()
{
    if (m_data != nullptr)
    {
        munmap(m_data, m_bytes);
    }
}

/** Others may look for the same block in their own threads: the lock is only for making it. */
void
SparseMemory::Need(std::size_t offset, const Filler& fill)
{
    if (Has(offset))
    {
        return;
    }
    const std::lock_guard<std::mutex> lock(m_making);
    if (Has(offset))
    {
        return;
    }
    const std::size_t begin = offset / m_block * m_block;
    const std::size_t end = std::min(begin + m_block, m_bytes);
    // The block can be written from here on; the flag below publishes what is in it.
    if (mprotect(static_cast<char*>(m_data) + begin, end - begin, PROT_READ | PROT_WRITE) != 0)
    {
        Refuse("mprotect");
    }
    fill(begin, end);
    m_taken += end - begin;
    m_has[begin / m_block].store(1, std::memory_order_release);
}

} // namespace mrc
} // namespace ns3
