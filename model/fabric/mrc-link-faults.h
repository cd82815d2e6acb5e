/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_FAULTS_H
#define MRC_LINK_FAULTS_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/**
 * What do faults do to directed links, and to the frames there? A view of the fabric's state.
 *
 * Of several shards the first one's view has faults begin and end in all of them, while none is
 * active. Each shard asks its own view about frames.
 */
class LinkFaults
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit LinkFaults(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * Takes one direction of a link down; frames on that direction are lost.
     *
     * @param port the direction
     * @param reason the reason of the lost frames: LINK_DOWN or SWITCH_DOWN. With SWITCH_DOWN
     * frames that have arrived and are still inside the far switch are lost too
     * @param now the time
     */
    void TakeDown(PortIndex port, DropReason reason, Instant now) const;

    /** Lets one direction of a link carry frames again. */
    void BringUp(PortIndex port, Instant now) const;

    /**
     * Sets which frames of one direction faults take while its link looks up, from now on. Frames
     * are judged as they leave the latency of the switch at the far end, as for an ErrorModel.
     */
    void SetHiddenLoss(PortIndex port, const HiddenLoss& loss) const;

    /** Has a port send pauses without end, as a faulty NIC does; only with PFC [pfc-storm]. */
    void BeginStorm(PortIndex port, Instant now) const;

    /** Ends that. */
    void EndStorm(PortIndex port) const;

    /**
     * Asks, as a frame is admitted at the far end, whether a hidden fault takes it [silent-fault].
     *
     * @return whether the frame goes on; if not, the frame is dropped
     */
    bool Spares(PortIndex port, FrameIndex frame, Instant now) const;

  private:
    void LoseQueues(PortIndex index, DropReason reason, Instant now) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_FAULTS_H */
