/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-doubtful-losses.h"

#include "mrc-connection-parameters.h"
#include "mrc-rtt-estimator.h"
#include "mrc-sent-records.h"

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-seth.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** A SACK's word on its cause. */
struct Cause
{
    uint64_t sequence; //!< of the packet, if the cause was a packet
    bool packet;       //!< and not a probe
    Ev ev;
    uint16_t stamp;
    Instant sentAt; //!< at the earliest
};

/** Stamps of older transmissions come round again: nothing can be proved by them any more. */
constexpr Span MEMORY = Micros(8000);

/**
 * Sequence, EV and stamp together name one transmission: copies of a packet differ in time, mostly
 * also in path.
 */
bool
IsCause(const DoubtfulLoss& loss, const Cause& cause)
{
    return cause.packet && loss.sequence == cause.sequence && loss.ev == cause.ev &&
           TimestampOf(loss.sentAt) == cause.stamp;
}

} // namespace

void
DoubtfulLosses::Add(const DoubtfulLoss& loss)
{
    // The oldest goes: a SACK about that one is the least likely to come.
    if (m_losses.size() == MOST)
    {
        m_losses.erase(m_losses.begin());
    }
    m_losses.push_back(loss);
}

void
DoubtfulLosses::OnResent(uint64_t sequence, Instant now)
{
    for (DoubtfulLoss& loss : m_losses)
    {
        // Only the first copy after a loss counts; a later one belongs to a later loss of the same
        // packet.
        if (loss.sequence == sequence && loss.resentAt == Instant::Never())
        {
            loss.resentAt = now;
        }
    }
}

std::vector<DoubtfulLoss>
DoubtfulLosses::TakeWrong(const SackHeaders& sack, const SentRecords& packets, Instant now)
{
    const uint64_t cack = SequenceOf(sack.seth.cack, packets.Base());
    const Cause cause{cack + static_cast<uint64_t>(int64_t{sack.seth.ackOffset}),
                      !sack.seth.probeReply,
                      sack.seth.entropy,
                      sack.cc.timestamp,
                      TimeOfStamp(sack.cc.timestamp, now)};
    std::vector<DoubtfulLoss> wrong;
    std::vector<DoubtfulLoss> left;
    for (DoubtfulLoss loss : m_losses)
    {
        // If the packet that caused a SACK left before the copy, the first transmission has
        // arrived. Stamps are rounded down, hence the resolution.
        const bool arrived = !loss.answered && packets.IsAcknowledged(loss.sequence);
        if (IsCause(loss, cause) || (arrived && cause.sentAt + StampResolution() < loss.resentAt))
        {
            wrong.push_back(loss);
        }
        else if (now - loss.sentAt < MEMORY)
        {
            // This answer may be due to the copy; from now on the acknowledgement proves nothing
            // about the first transmission.
            loss.answered = loss.answered || arrived;
            left.push_back(loss);
        }
    }
    m_losses = std::move(left);
    // An EV that has lost another packet since stays retired for that one.
    for (DoubtfulLoss& loss : wrong)
    {
        loss.retired =
            loss.retired && std::none_of(m_losses.begin(), m_losses.end(), [&](const auto& other) {
                return other.ev == loss.ev && other.sentAt > loss.sentAt;
            });
    }
    return wrong;
}

std::vector<Ev>
DoubtfulLosses::Pardon(Instant since)
{
    std::vector<Ev> evs;
    for (DoubtfulLoss& loss : m_losses)
    {
        if (loss.retired && loss.sentAt >= since)
        {
            // Given back once: TakeWrong must not bring the EV back a second time.
            loss.retired = false;
            evs.push_back(loss.ev);
        }
    }
    return evs;
}

} // namespace mrc
} // namespace ns3
