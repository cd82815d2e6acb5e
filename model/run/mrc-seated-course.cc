/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-seated-course.h"

#include "ns3/mrc-flow-counts.h"

namespace ns3
{
namespace mrc
{

uint64_t
SeatedCourse::IdOf(uint32_t transfer) const
{
    return SeatAt(transfer).latest.flow;
}

/** Those that wait have no seat yet. */
uint32_t
SeatedCourse::CountAcrossNics() const
{
    return 0;
}

TransferPhase
SeatedCourse::PhaseOf(uint32_t transfer) const
{
    return SeatAt(transfer).phase;
}

FlowRecord
SeatedCourse::LatestOf(uint32_t transfer) const
{
    const CourseSeat& seat = SeatAt(transfer);
    FlowRecord record = seat.latest;
    // A flow under way has the counts since its begin; one that ended has its own.
    if (seat.phase == TransferPhase::ACTIVE)
    {
        CountSince(*seat.qp, record);
    }
    return record;
}

uint64_t
SeatedCourse::PlacedBytes(uint32_t transfer) const
{
    return SeatAt(transfer).qp->PlacedBytes();
}

uint64_t
SeatedCourse::OutstandingBytes(uint32_t transfer) const
{
    // Seats are used again: the difference of two running totals is what is under way.
    return SeatAt(transfer).posted - PlacedBytes(transfer);
}

} // namespace mrc
} // namespace ns3
