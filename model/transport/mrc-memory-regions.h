/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MEMORY_REGIONS_H
#define MRC_MEMORY_REGIONS_H

#include "ns3/mrc-reth.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which memory may the peer write to, and with which key [memory-keys]?
 *
 * At first there is one region of all addresses with key 0.
 */
class MemoryRegions
{
  public:
    /**
     * Registers memory.
     *
     * @param address of its first byte
     * @param length bytes, at least 1; the region must end at 2^64 - 1 at the latest
     * @return the region's key; keys count from 1
     */
    uint32_t Register(uint64_t address, uint64_t length);

    /** Takes a region away. @return whether there was one with that key */
    bool Deregister(uint32_t rkey);

    /**
     * @param reth where a packet wants to write, and its key
     * @param payload how many bytes
     * @return whether a region of that key contains all of them; so for none, whatever the key
     */
    bool Allows(const Reth& reth, uint32_t payload) const;

  private:
    /** Addresses first .. last; none if first is above last. */
    struct Region
    {
        uint64_t first;
        uint64_t last;
    };

    std::vector<Region> m_regions{{0, UINT64_MAX}}; //!< by key
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_MEMORY_REGIONS_H */
