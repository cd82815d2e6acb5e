/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_EVENTS_H
#define MRC_FABRIC_EVENTS_H

#include "mrc-cut-service.h"
#include "mrc-fabric-hints.h"
#include "mrc-fabric-state.h"
#include "mrc-hot-code.h"
#include "mrc-link-arrivals.h"
#include "mrc-port-service.h"

namespace ns3
{
namespace mrc
{

/**
 * Which changes do hot events make to a fabric? A view of the fabric's state, for the kernel's
 * loop.
 */
class FabricEvents
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit FabricEvents(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * Fires a HotKind::ADMIT event.
     *
     * @param link the link, which is the argument of the event
     * @param now the event's instant
     * @return a frame that has reached a NIC, which then owns the frame, or else calls TurnAway;
     * otherwise NO_FRAME
     */
    __attribute__((always_inline)) FrameIndex Admit(PortIndex link, Instant now) const
    {
        return LinkArrivals::Admit(m_state, link, now);
    }

    /** As Admit, where no batch of hints has named what the frame will touch. */
    __attribute__((always_inline)) FrameIndex AdmitWithHints(PortIndex link, Instant now) const
    {
        return LinkArrivals::AdmitWithHints(m_state, link, now);
    }

    /** Fires a HotKind::SERVICE or HotKind::RX event of a port that is watched or has PFC; one of
     * users does nothing here. */
    void FireWatched(HotEvent event) const
    {
        const PortIndex port = HotCode::IndexOf(event.arg);
        if (HotCode::KindOf(event.arg) == HotKind::RX)
        {
            LinkArrivals(m_state).See(port, event.at);
            return;
        }
        if (event.key != HotCode::KEY_SERVICE)
        {
            FirePause(event);
            return;
        }
        PortService(m_state).Fire(port, event.at);
    }

    /**
     * Takes back a frame that is not for the NIC that it came to. A pause, which has no address of
     * a NIC, is obeyed; others end.
     *
     * @param link that the frame came by
     * @param frame the frame
     * @param now the time
     */
    void TurnAway(PortIndex link, FrameIndex frame, Instant now) const
    {
        LinkArrivals(m_state).EndOrObey(link, frame, DropReason::WRONG_NIC, now);
    }

    /** Has the node that an event is for act. @return to be kept while the event is fired */
    OwnerCheck::Acting ActFor(HotEvent event) const
    {
        return {m_state.owners, m_state.NodeOf(event)};
    }

    /** @return the frames that cross between this shard and others */
    CutService Crossings() const
    {
        return CutService(m_state);
    }

    /** @return hints at the memory that coming events will touch */
    __attribute__((always_inline)) FabricHints Hints() const
    {
        return FabricHints(m_state);
    }

  private:
    void FirePause(HotEvent event) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_EVENTS_H */
