/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROOM_VERDICT_H
#define MRC_ROOM_VERDICT_H

#include "mrc-queue-policy.h"
#include "mrc-traffic-class.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** A frame that asks for room. */
struct RoomRequest
{
    TrafficClass where; //!< class of the frame
    uint32_t size;      //!< bytes of the whole frame
    uint32_t cut;       //!< bytes that trimming leaves; 0: nobody may trim the frame
};

/**
 * Decides the fate of a data frame that finds no room as a whole.
 *
 * @param cut bytes that trimming leaves; 0: nobody may trim the frame
 * @param take as JudgeByRoom has it
 * @return trimmed or dropped; room is taken for a trimmed frame
 */
template <class Take>
Verdict
JudgeCut(uint32_t cut, Take take)
{
    if (cut == 0)
    {
        return {Verdict::Kind::DROPPED, DropReason::DATA_OVERFLOW};
    }
    if (!take(TrafficClass::TRIMMED, cut))
    {
        return {Verdict::Kind::DROPPED, DropReason::TRIMMED_OVERFLOW};
    }
    return {Verdict::Kind::TRIMMED, {}};
}

/**
 * Decides the fate of a frame, by the room that its class has.
 *
 * @param request the frame
 * @param take called with a class and bytes: takes room if there is any, and says whether
 * @return the verdict; room is taken for frames that the verdict lets in
 */
template <class Take>
Verdict
JudgeByRoom(const RoomRequest& request, Take take)
{
    if (take(request.where, request.size))
    {
        return {};
    }
    switch (request.where)
    {
    case TrafficClass::CONTROL:
        return {Verdict::Kind::DROPPED, DropReason::CONTROL_OVERFLOW};
    case TrafficClass::TRIMMED:
        return {Verdict::Kind::DROPPED, DropReason::TRIMMED_OVERFLOW};
    case TrafficClass::DATA:
        break;
    }
    return JudgeCut(request.cut, take);
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROOM_VERDICT_H */
