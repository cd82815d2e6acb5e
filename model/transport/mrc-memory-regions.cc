/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-memory-regions.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcMemoryRegions");

uint32_t
MemoryRegions::Register(uint64_t address, uint64_t length)
{
    NS_LOG_LOGIC("rkey " << m_regions.size() << " is for " << length << " bytes at address "
                         << address);
    // The last byte is kept, not the end behind it: the end of all memory is 2^64, which has no
    // room.
    m_regions.push_back({address, address + (length - 1)});
    return static_cast<uint32_t>(m_regions.size() - 1);
}

bool
MemoryRegions::Deregister(uint32_t rkey)
{
    if (rkey >= m_regions.size() || m_regions[rkey].first > m_regions[rkey].last)
    {
        return false;
    }
    NS_LOG_LOGIC("rkey " << rkey << " is good for nothing now");
    // The key stays taken: a late packet with the old key must not hit memory registered since.
    m_regions[rkey] = {1, 0};
    return true;
}

bool
MemoryRegions::Allows(const Reth& reth, uint32_t payload) const
{
    if (payload == 0)
    {
        return true; // the packet touches no memory: neither its address nor its key has a meaning
    }
    if (reth.rkey >= m_regions.size())
    {
        return false;
    }
    const Region& region = m_regions[reth.rkey];
    // by differences, as sums may pass 2^64
    return reth.address >= region.first && reth.address <= region.last &&
           payload - uint64_t{1} <= region.last - reth.address;
}

} // namespace mrc
} // namespace ns3
