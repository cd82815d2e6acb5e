/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DATA_ADMISSION_H
#define MRC_DATA_ADMISSION_H

#include "mrc-fabric-state.h"
#include "mrc-queue-policy.h"

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
     * @param index a port with several classes of data
     * @param dscp of data
     * @return the counts of the class of this DSCP, to add to
     */
    DataClassCounters& CountersOf(PortIndex index, uint8_t dscp) const;

    /**
     * @param index any port
     * @param dscp of data
     * @return the marker for data of this DSCP
     */
    const EcnMarker& MarkerOf(PortIndex index, uint8_t dscp) const;

    /**
     * Lets a retransmission that was queued last overtake other data of its class [retx-class].
     *
     * @param index a port with several classes of data
     * @param frame the frame, which may have gone into service at once
     */
    void Promote(PortIndex index, FrameIndex frame) const;

    /**
     * @param index a port with several classes of data
     * @param frame of data that has just been queued, or sent at once
     * @return bytes of its class that wait before it
     */
    uint32_t DepthBefore(PortIndex index, FrameIndex frame) const;

  private:
    Verdict Judge(PortIndex index, const Frame& frame, Instant now) const;
    Verdict AskPolicy(PortIndex index, const Frame& frame, uint32_t cut, Instant now) const;
    bool Put(PortIndex index, FrameIndex frame, Verdict verdict, Instant now) const;
    bool TradeNewest(PortIndex index, FrameIndex arriving, Instant now) const;
    uint32_t CutOf(const PortConfig& config, const Frame& frame) const;
    uint32_t LimitOf(PortIndex index, const DataClass& own) const;
    bool Take(PortIndex index, const DataClass& own, uint32_t waiting, uint32_t size) const;
    bool TakeTrimmed(PortIndex index, uint32_t size) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DATA_ADMISSION_H */
