/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-reserved-array.h"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/mman.h>

namespace ns3
{
namespace mrc
{

void*
ReserveSpace(std::size_t bytes)
{
    // NORESERVE: a fabric reserves room for all packets that may ever be, and touches few.
    void* space = mmap(nullptr,
                       bytes,
                       PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                       -1,
                       0);
    if (space == MAP_FAILED)
    {
        throw std::runtime_error("cannot reserve " + std::to_string(bytes) +
                                 " bytes of address space: " + std::strerror(errno) +
                                 "; raise the limit that `ulimit -v` shows");
    }
    // Frames are touched at random: fewer page table walks. A hint; refusal costs speed only.
    madvise(space, bytes, MADV_HUGEPAGE);
    return space;
}

void
ReleaseSpace(void* space, std::size_t bytes)
{
    munmap(space, bytes);
}

} // namespace mrc
} // namespace ns3
