/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stamp-ages.h"

#include "mrc-rtt-estimator.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Two instants that are less than this apart have different stamps, or one and the same. */
constexpr Span TURN{TIMESTAMP_PS * UINT16_MAX};

/** Two moments at this distance: one of them is always between half a turn and a turn ago. */
constexpr Span BETWEEN_MOMENTS = TURN / 2;

} // namespace

/**
 * Keeps a moment before which nothing with these numbers was sent. If the oldest packet was sent
 * once only, its time of sending will do, and covers all in flight.
 */
void
StampAges::Mark(const SentRecords& packets, Instant now)
{
    Moment moment{now, packets.Next()};
    if (packets.Base() != packets.Next())
    {
        const SentPacket& oldest = packets.At(packets.Base());
        if (!oldest.Retransmitted())
        {
            moment.at = oldest.sentAt; // and so all that is in flight counts as well
            moment.sequence = packets.Base();
        }
    }
    // The oldest packet may be older than the moment that is kept; then that one is the better.
    if (moment.at > m_newer.at)
    {
        m_older = m_newer;
        m_olderProbe = m_newerProbe;
        m_newer = moment;
        m_newerProbe = static_cast<uint16_t>(m_probe + 1);
    }
    m_nextMark = m_newer.at + BETWEEN_MOMENTS;
}

Echo
StampAges::Judge(const SackHeaders& sack,
                 uint64_t cack,
                 const SentRecords& packets,
                 Instant now) const
{
    const uint16_t stamp = sack.cc.timestamp;
    const auto id = static_cast<uint16_t>(sack.seth.ackOffset);
    const uint64_t sequence = cack + static_cast<uint64_t>(int64_t{sack.seth.ackOffset});
    const bool probe = sack.seth.probeReply;
    // The older moment covers more packets, as long as it is young enough itself.
    const bool older = now - m_older.at < TURN;
    const Moment& moment = older ? m_older : m_newer;
    const bool after = probe ? static_cast<int16_t>(id - (older ? m_olderProbe : m_newerProbe)) >= 0
                             : sequence >= moment.sequence;
    // Sent after the moment, and the moment is less than a turn ago: so is the stamp.
    if (now - moment.at < TURN && after)
    {
        return {TimeOfStamp(stamp, now), true};
    }
    // Otherwise only the record of the latest transmission can tell, if its stamp is the one that
    // is echoed.
    const bool remembered =
        probe ? id == m_probe : sequence >= packets.Base() && sequence < packets.Next();
    if (!remembered)
    {
        return {Instant(), false};
    }
    const Instant latest = probe ? m_probedAt : packets.At(sequence).sentAt;
    if (TimestampOf(latest) != stamp)
    {
        return {Instant(), false}; // an earlier transmission
    }
    const bool young = now - latest < TURN;
    return {young ? TimeOfStamp(stamp, now) : latest, young};
}

} // namespace mrc
} // namespace ns3
