/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ARRIVAL_GATE_H
#define MRC_ARRIVAL_GATE_H

#include "mrc-fabric-state.h"
#include "mrc-port-state.h"

namespace ns3
{
namespace mrc
{

/**
 * Does a frame reach the queue of its port? A port that is down, random early drops and pauses stop
 * some. A view of the fabric's state.
 */
class ArrivalGate
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit ArrivalGate(FabricState& state)
        : m_state(state)
    {
    }

    /** Flags of ports where some frames do not reach the queue. */
    static constexpr int FLAGS = PORT_DOWN | PORT_WRED | PORT_LOSSLESS | PORT_PAUSED | PORT_CLASSES;

    /**
     * Judges a frame at a port that has one of the flags.
     *
     * @param index which port
     * @param frame which frame
     * @param now when
     * @return whether the queue is to be asked; if not, the frame has been dealt with
     */
    bool LetsIn(PortIndex index, FrameIndex frame, Instant now) const;

  private:
    bool IsDroppedEarly(PortIndex index, const Frame& frame, Instant now) const;
    void LoseAtDownPort(PortIndex index, FrameIndex frame, Instant now) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ARRIVAL_GATE_H */
