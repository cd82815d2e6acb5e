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
 * The methods are what NICs and the kernel need. Configuring, watching, breaking and counting go by
 * the views. A hop costs one event: see LinkPipe and PortService.
 */
class Fabric
{
  public:
    /**
     * @param plan what to build
     * @param draws seeded key of all random decisions
     */
    Fabric(FabricPlan plan, KeyedDraws draws)
        : m_state(std::move(plan), draws)
    {
    }

    /** Gives the queue of hot events; before the first frame. */
    void SetKernel(HotKernel* kernel)
    {
        m_state.kernel = kernel;
    }

    /**
     * Asks for admission of a frame at an egress port; the fabric owns the frame from then on.
     */
    void Enqueue(PortIndex port, FrameIndex frame, Instant now)
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

    /** @return all of it, of which callers may read all and change nothing */
    const FabricState& State() const
    {
        return m_state;
    }

    /** @return the packets */
    FramePool& Pool()
    {
        return m_state.pool;
    }

    /** @return what the frames of stock packets carry; their receiver takes it from here */
    StockPool& Stock()
    {
        return m_state.stock;
    }

    /** @return what it has done so far */
    FabricTally Tally() const
    {
        return FabricTally(m_state);
    }

    /** @return what faults do to links */
    LinkFaults Faults()
    {
        return LinkFaults(m_state);
    }

    /** @return who looks */
    FabricWatch Onlookers()
    {
        return FabricWatch(m_state);
    }

    /** @return what ports are set to */
    PortSettings Settings()
    {
        return PortSettings(m_state);
    }

    /** @return what hot events do */
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
