/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ALLOCATED_BYTES_H
#define MRC_ALLOCATED_BYTES_H

#include <cstdint>

#ifdef __GLIBC_PREREQ
#if __GLIBC_PREREQ(2, 33) && !defined(__SANITIZE_ADDRESS__)
#include <malloc.h>
#define MRC_COUNTS_ALLOCATIONS
#endif
#endif

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return bytes that the allocator has given out, or 0 where it cannot say: no glibc, sanitizers
 */
inline uint64_t
AllocatedBytes()
{
#ifdef MRC_COUNTS_ALLOCATIONS
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_ALLOCATED_BYTES_H */
