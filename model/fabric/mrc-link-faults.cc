/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link-faults.h"

#include "mrc-frame-ends.h"
#include "mrc-link-ends.h"
#include "mrc-link-pipe.h"
#include "mrc-lossless-room.h"
#include "mrc-owned-parts.h"
#include "mrc-pause-frames.h"
#include "mrc-pause-hold.h"
#include "mrc-port-service.h"
#include "mrc-trim-place.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * A frame with one wrong bit fails its checksum [bit-errors].
 *
 * @return the probability that a frame of this size is lost, in units of 2^-64
 */
uint64_t
OddsOf(const HiddenLoss& loss, uint32_t bytes)
{
    if (loss.clean == 0)
    {
        return loss.odds;
    }
    constexpr double whole = 18446744073709551616.0; // 2^64
    const double damaged = -std::expm1(loss.clean * 8 * bytes);
    const double odds = loss.odds + (whole - loss.odds) * damaged;
    return odds >= whole ? UINT64_MAX : static_cast<uint64_t>(odds);
}

} // namespace

void
LinkFaults::TakeDown(PortIndex index, DropReason reason, Instant now) const
{
    const LinkEnds ends(m_state, index);
    // Frames that left before this instant have left; the port is brought up to date before it goes
    // down.
    ends.Settle(index, now);
    ends.sender.Port(index).flags |= PORT_DOWN;
    LinkPipe(ends.receiver, index).Lose(reason, now);
    ends.CountOrder(); // sinks hear of the frames on the link first, whichever rank has them
    // The sender's end knows how late frames are, the other end which of them are left.
    if (LinkJitter* jitter = OwnedParts(ends.sender).Jitter(index))
    {
        jitter->Forget(ends.LastArrival(index));
    }
    if (ends.sender.late)
    {
        ends.sender.late->Forget(index, reason, now);
    }
    PauseHold(ends.sender).Forget(index, now);
    LinkFaults(ends.sender).LoseQueues(index, reason, now);
}

void
LinkFaults::BringUp(PortIndex index, Instant now) const
{
    const LinkEnds ends(m_state, index);
    ends.Settle(index, now);
    PortState& port = ends.sender.Port(index);
    // All frames in service are lost, and so are those sent meanwhile: the line is idle.
    port.free = std::min(port.free, now);
    port.flags &= ~PORT_DOWN;
    if (m_state.pauses.Any() && ends.ActsHere())
    {
        // the sender that was told to pause has forgotten the pause
        PauseFrames(ends.sender).TellAgain(index, now);
    }
}

/**
 * Drops the frames that wait at a port that goes down, so that the port comes up with empty queues.
 */
void
LinkFaults::LoseQueues(PortIndex index, DropReason reason, Instant now) const
{
    PortState& port = m_state.Port(index);
    const LosslessRoom room(m_state);
    for (const TrafficClass where : ALL_CLASSES)
    {
        for (FrameIndex i = port.head[where]; i != NO_FRAME;)
        {
            const Frame frame = m_state.pool.At(i);
            port.head[where] = frame.next; // the tail may go stale: Push needs one behind a head
            port.bytes[where] -= frame.size;
            const bool isLossless = where == TrafficClass::DATA && room.IsOf(index, frame);
            if (isLossless)
            {
                room.Give(index, LosslessRoom::LinkOf(frame), frame.size);
            }
            if (where == TrafficClass::TRIMMED && TrimPlace::IsAt(frame, index))
            {
                ++m_state.lostTrims[index];
            }
            FrameEnds(m_state).Refuse(index, i, reason, now);
            if (isLossless)
            {
                room.LetGoOn(index, LosslessRoom::LinkOf(frame), now);
            }
            i = frame.next;
        }
    }
    if ((port.flags & PORT_CLASSES) != 0)
    {
        OwnedParts(m_state).Data(index).Clear();
    }
    // The share of trimmed packets starts anew with an empty queue.
    port.trimmedCredit = 0;
    if (m_state.buffers.Has(index))
    {
        OwnedParts(m_state).Buffers(index).Recount(index, port);
    }
}

void
LinkFaults::SetHiddenLoss(PortIndex index, const HiddenLoss& loss) const
{
    const LinkEnds ends(m_state, index);
    ends.receiver.hiddenLoss.erase(index);
    if (loss.Any())
    {
        ends.receiver.hiddenLoss.emplace(index, loss);
    }
    ends.receiver.Judge(index);
}

void
LinkFaults::BeginStorm(PortIndex port, Instant now) const
{
    const LinkEnds ends(m_state, port);
    if (ends.ActsHere())
    {
        PauseFrames(ends.sender).BeginStorm(port, now);
    }
}

void
LinkFaults::EndStorm(PortIndex port) const
{
    const LinkEnds ends(m_state, port);
    PauseFrames(ends.sender).EndStorm(port);
}

bool
LinkFaults::Spares(PortIndex index, FrameIndex frameIndex, Instant now) const
{
    const auto found = m_state.hiddenLoss.find(index);
    if (found == m_state.hiddenLoss.end())
    {
        return true; // an ErrorModel, or wire mode
    }
    const HiddenLoss& loss = found->second;
    // The count of a link's arrivals does not depend on how the link is served, nor do draws by
    // that count.
    const uint64_t name = (static_cast<uint64_t>(index) << 32) ^ m_state.Link(index).frames;
    const uint64_t odds = OddsOf(loss, m_state.pool.At(frameIndex).size);
    // With `<=` the largest odds lose every frame.
    const bool drawn = odds != 0 && m_state.draws.losses.Bits(name) <= odds;
    if (!loss.silent && !drawn)
    {
        return true;
    }
    // Silence outranks a draw, so that a frame has one reason [drop-reasons].
    const DropReason reason = loss.silent ? DropReason::SILENT_FAULT : DropReason::RANDOM_LOSS;
    FrameEnds(m_state).Lose(index, frameIndex, reason, now);
    return false;
}

} // namespace mrc
} // namespace ns3
