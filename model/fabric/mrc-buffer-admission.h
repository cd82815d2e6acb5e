/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BUFFER_ADMISSION_H
#define MRC_BUFFER_ADMISSION_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/**
 * Is there room for a frame in the buffer that the ports of a switch share? A view of the fabric's
 * state.
 *
 * The classes of such ports have a limit of 0, so that PortAdmission asks about each frame. Other
 * fabrics have no shared buffer, and their hops cost nothing more.
 */
class BufferAdmission
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit BufferAdmission(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * Decides about a frame, and takes its room unless it is dropped.
     *
     * @param index a port of a switch with a shared buffer, served up to now
     * @param frame that is to leave by the port
     * @param now the time
     * @return the verdict on the frame
     */
    Verdict Decide(PortIndex index, const Frame& frame, Instant now) const;

    /** Serves all ports of a port's switch up to now, so that its buffer says how full it is. */
    void CatchUp(PortIndex port, Instant now) const;

  private:
    bool IsExactEnough(PortIndex index, TrafficClass where, uint32_t size) const;
    bool Take(PortIndex index, TrafficClass where, uint32_t size) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_BUFFER_ADMISSION_H */
