/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_H
#define MRC_FABRIC_H

#include "mrc-fabric-events.h"
#include "mrc-fabric-state.h"
#include "mrc-fabric-tally.h"
#include "mrc-fabric-watch.h"
#include "mrc-link-faults.h"
#include "mrc-port-admission.h"
#include "mrc-port-settings.h"

#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * Moves frames: links, egress queues and switches of one shard.
 *
 * The methods are those that NICs and the kernel need. Configuring, watching, breaking and counting
 * go by the views. A hop costs one event: see LinkPipe and PortService.
 */
class Fabric
{
  public:
    /**
     * @param plan the parts to build
     * @param draws seeded key of all random decisions
     */
    Fabric(FabricPlan plan, KeyedDraws draws)
        : m_state(std::move(plan), draws)
    {
    }

    /**
     * The part of the same fabric that another shard has. The first one's counters are of all.
     *
     * @param first shard's fabric, which outlives this in use
     * @param own number of that shard, at least 1
     */
    Fabric(Fabric& first, ShardIndex own)
        : m_state(first.m_state, own)
    {
        std::vector<FabricState*>& shards = first.m_state.shards;
        if (shards.empty())
        {
            shards.push_back(&first.m_state);
        }
        shards.push_back(&m_state);
    }

    /** Gives the queue of hot events; before the first frame. */
    void SetKernel(HotKernel* kernel)
    {
        m_state.kernel = kernel;
    }

    /**
     * Asks for admission of a frame at an egress port; the fabric owns the frame from then on.
     */
    __attribute__((always_inline)) void Enqueue(PortIndex port, FrameIndex frame, Instant now)
    {
        PortAdmission::Enqueue(m_state, port, frame, now);
    }

    /** Ends a frame that a NIC refuses, as FrameEnds::Lose. */
    void Drop(PortIndex port, FrameIndex frame, DropReason reason, Instant at)
    {
        FrameEnds(m_state).Lose(port, frame, reason, at);
    }

    /** Has a script act. @return to be kept meanwhile */
    OwnerCheck::Acting ActFromOutside()
    {
        return {m_state.owners, OwnerCheck::OUTSIDE};
    }

    /** @return the whole state; callers may read all and change nothing */
    const FabricState& State() const
    {
        return m_state;
    }

    /** @return the packets */
    FramePool& Pool()
    {
        return m_state.pool;
    }

    /**
     * @return the packets that frames of stock packets carry; the receiver takes a packet from here
     */
    StockPool& Stock()
    {
        return *m_state.stock;
    }

    /** @return the counters of the fabric so far */
    FabricTally Tally() const
    {
        return FabricTally(m_state);
    }

    /** @return the effects of faults on links */
    LinkFaults Faults()
    {
        return LinkFaults(m_state);
    }

    /** @return the observers of ports */
    FabricWatch Onlookers()
    {
        return FabricWatch(m_state);
    }

    /** @return the settings of ports */
    PortSettings Settings()
    {
        return PortSettings(m_state);
    }

    /** @return the effects of hot events */
    __attribute__((always_inline)) FabricEvents Events()
    {
        return FabricEvents(m_state);
    }

  private:
    FabricState m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_H */
