/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SEATED_COURSE_H
#define MRC_SEATED_COURSE_H

#include "ns3/mrc-flow-course.h"
#include "ns3/mrc-requestor.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** One flow after another between the same ends. */
struct CourseSeat : public RequestorListener
{
    uint32_t index{0};                        //!< of the seat
    Requestor* qp{nullptr};                   //!< the sender's end
    TransferPhase phase{TransferPhase::DONE}; //!< of the latest flow
    uint64_t posted{0};                       //!< bytes of all flows
    FlowRecord latest;                        //!< counts are those at the post until the flow ends
};

/** A course of flows that come as they are read: what its seats tell of flows. */
class SeatedCourse : public FlowCourse
{
  public:
    uint64_t IdOf(uint32_t transfer) const override;
    uint32_t CountAcrossNics() const override;
    TransferPhase PhaseOf(uint32_t transfer) const override;
    FlowRecord LatestOf(uint32_t transfer) const override;
    uint64_t PlacedBytes(uint32_t transfer) const override;
    uint64_t OutstandingBytes(uint32_t transfer) const override;

  private:
    /** @return a seat; the index is below TransferCount */
    virtual const CourseSeat& SeatAt(uint32_t index) const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SEATED_COURSE_H */
