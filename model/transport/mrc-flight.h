/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLIGHT_H
#define MRC_FLIGHT_H

#include "mrc-flight-store.h"
#include "mrc-loss-finder.h"
#include "mrc-packet-fates.h"
#include "mrc-path-blame.h"
#include "mrc-sack-reader.h"

#include <optional>

namespace ns3
{
namespace mrc
{

/**
 * Which fate have the packets that were sent: on their way, arrived, cut or lost?
 *
 * The views of a Flight tell congestion control and paths the news from SACKs and losses.
 */
class Flight
{
  public:
    /**
     * @param parameters must outlive the flight
     * @param paths hear of marks, trims and losses
     * @param counters where to count
     */
    Flight(const ConnectionParameters& parameters, Sprayer& paths, QueuePairCounters& counters)
        : m_store(parameters, paths, counters)
    {
    }

    /** @return the data of the flight, to be read only */
    const FlightStore& Store() const
    {
        return m_store;
    }

    /** @return the packets */
    SentPackets& Packets()
    {
        return m_store.sent;
    }

    /** @return where acknowledgements arrive */
    SackReader Sacks()
    {
        return SackReader(m_store);
    }

    /** @return the view that finds losses */
    LossFinder Losses()
    {
        return LossFinder(m_store);
    }

    /** @return the view that decides about packets that did not arrive */
    PacketFates Fates()
    {
        return PacketFates(m_store);
    }

    /** @return the view that tells dead paths from a crowded last hop */
    PathBlame Blame()
    {
        return PathBlame(m_store);
    }

    /** @return the next EV that is to be probed because a packet on it is overdue */
    std::optional<Ev> TakeInquiry()
    {
        return m_store.inquiries.TakeProbe();
    }

    /** @param watched whether the user hears of windows and round trips */
    void SetWatched(bool watched)
    {
        m_store.watched = watched;
    }

    /** A lost packet is sent again. */
    void Resend(uint64_t sequence, Ev ev, Instant now)
    {
        m_store.sent.MarkResent(sequence, now, ev);
        if (!m_store.doubts.Empty())
        {
            m_store.doubts.OnResent(sequence, now);
        }
    }

    /** A packet was sent, for the first time or again. */
    void OnSent(uint32_t payload)
    {
        m_store.rate.Whole().OnSent(payload);
    }

    /** A message comes where none waited, was under way or unacknowledged. */
    void Resume()
    {
        m_store.rate.Resume();
    }

    /** A reliability probe was sent. */
    void OnProbe(uint16_t id, Instant now)
    {
        m_store.ages.OnProbe(id, now);
    }

  private:
    FlightStore m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLIGHT_H */
