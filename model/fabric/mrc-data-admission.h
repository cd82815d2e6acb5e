/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DATA_ADMISSION_H
#define MRC_DATA_ADMISSION_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/**
 * Which fate has a frame of one of several classes of data [data-classes]? A view of the fabric's
 * state.
 */
class DataAdmission
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit DataAdmission(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * As PortAdmission::Enqueue, of data at a port with several classes of data.
     *
     * @param index which port
     * @param frame which frame
     * @param now when
     */
    void Enqueue(PortIndex index, FrameIndex frame, Instant now) const;

    /**
     * @param index a port with several classes of data
     * @param dscp of data
     * @return bytes that wait in the class of this DSCP
     */
    uint32_t Waiting(PortIndex index, uint8_t dscp) const;

    /**
     * @param index any port
     * @param dscp of data
     * @return the marker for data of this DSCP
     */
    const EcnMarker& MarkerOf(PortIndex index, uint8_t dscp) const;

  private:
    bool Take(PortIndex index, const DataClass& own, uint32_t waiting, uint32_t size) const;
    bool TakeTrimmed(PortIndex index, uint32_t size) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DATA_ADMISSION_H */
