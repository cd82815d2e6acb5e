/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_STORE_H
#define MRC_NIC_STORE_H

#include "mrc-hop-desk.h"
#include "mrc-nic-plan.h"
#include "mrc-nic-state.h"
#include "mrc-shard-news.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hot-kernel.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The data that the parts of a NicTable share: the state of all NICs and of their queue pairs. */
struct NicStore
{
    /**
     * @param built the plan of the NICs
     * @param ports where the ports are
     */
    NicStore(NicPlan built, Fabric& ports);
    ~NicStore();

    /** @return the number of a NIC */
    uint32_t NumberOf(const NicState& nic) const
    {
        return &nic - nics.data();
    }

    /** @return a NIC, for code that acts there */
    NicState& Nic(uint32_t number)
    {
        fabric.State().owners.Touch(LinkState::FAR_NIC | number);
        return nics[number];
    }

    /** @return a queue pair's slot, for code that acts at the pair's NIC */
    QueuePairSlot& Slot(SlotIndex index)
    {
        fabric.State().owners.Touch(LinkState::FAR_NIC | slots[index].nic);
        return slots[index];
    }

    /** @return whether a NIC has a queue pair: configuration, which any NIC may read */
    bool Has(uint32_t nic, SlotIndex slot) const
    {
        return slot < slots.size() && slots[slot].nic == nic;
    }

    /** @return the NIC of a queue pair */
    NicState& NicOf(SlotIndex slot)
    {
        return Nic(slots[slot].nic);
    }

    /** @return the slot and so the number that the next queue pair will get */
    SlotIndex NextSlot() const
    {
        return slots.size();
    }

    /** @return whether a NIC is of this shard: of others there are empty places only */
    bool IsHere(uint32_t nic) const
    {
        return !plan.isHere || plan.isHere(nic);
    }

    /** @return whether another process acts for a NIC, as the same script runs there */
    bool ActElsewhere(uint32_t nic) const
    {
        return news != nullptr && !IsHere(nic); // with threads alone, a NIC's own shard is asked
    }

    /** @return whether another process acts for the NIC of a queue pair */
    bool IsElsewhere(SlotIndex slot) const
    {
        return ActElsewhere(slots[slot].nic);
    }

    /** @return the simulated time, to the picosecond within a hot event */
    Instant Now() const
    {
        return kernel->Now();
    }

    Fabric& fabric;                   //!< where the ports are
    HotKernel* kernel{nullptr};       //!< the queue of hot events; there before the first post
    std::vector<NicState> nics;       //!< by number
    std::vector<uint64_t> locators48; //!< by number: own uSID on plane 0, block in front. Most data
                                      //!< packets touch no NicState: eight NICs share a line here
    std::vector<QueuePairSlot> slots; //!< of all queue pairs, in the order in which they were made
    NicPlan plan;                     //!< without the plan's entries, which are in `nics`
    const uint32_t spared;            //!< bytes by which frames are smaller than with SRv6
    ShardNews* news{nullptr};         //!< null: there are no other shards
    std::unique_ptr<HopDesk> hops;    //!< null: packets carry no records of hops
    bool over{false};                 //!< the simulation has ended: nothing will happen any more
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_STORE_H */
