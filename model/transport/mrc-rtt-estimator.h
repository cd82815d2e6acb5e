/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RTT_ESTIMATOR_H
#define MRC_RTT_ESTIMATOR_H

#include "mrc-recent-peak.h"

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Unit of transmit time stamps: 128 ns [time-stamps]. */
constexpr int64_t TIMESTAMP_PS = 128000;

/** @return how much earlier than the truth the time of a stamp may be, and then some */
constexpr Span
StampResolution()
{
    return Span(2 * TIMESTAMP_PS);
}

/** @return the 16-bit time stamp of an instant in units of 128 ns, rounded down */
constexpr uint16_t
TimestampOf(Instant at)
{
    return static_cast<uint16_t>(at.Ps() / TIMESTAMP_PS);
}

/**
 * @param timestamp a time stamp that was taken at most 8.4 ms ago
 * @param now the time
 * @return the earliest instant that the stamp can stand for
 */
constexpr Instant
TimeOfStamp(uint16_t timestamp, Instant now)
{
    const int64_t ticks = now.Ps() / TIMESTAMP_PS;
    const uint16_t age = static_cast<uint16_t>(static_cast<uint16_t>(ticks) - timestamp);
    return Instant((ticks - age) * TIMESTAMP_PS);
}

/**
 * How long is a round trip, from the time stamps that SACKs reflect [rtt-samples]?
 *
 * The base RTT is the configured one, unless a shorter one is learnt. UEC takes the minimum
 * observed with the configured value as its floor. The configured value is the round trip of the
 * longest path [base-rtt].
 */
class RttEstimator
{
  public:
    /** @param base the unloaded round trip of a full packet and its SACK */
    explicit RttEstimator(Span base)
        : m_base(base),
          m_smoothed(base)
    {
    }

    /** Learns that the base RTT is shorter. */
    void Shorten(Span base)
    {
        m_base = base;
    }

    /**
     * Takes the round trip that a SACK shows.
     *
     * @param rtt the round trip
     * @param now the time
     * @param first the base RTT that the estimator began with, which its owner keeps
     */
    void Sample(Span rtt, Instant now, const Span& first)
    {
        m_smoothed = m_smoothed + (rtt - m_smoothed) / 8; // RFC 6298 sec. 2: alpha = 1/8
        m_peak.Sample(Delay(rtt).Ps(), now, first);
    }

    /** @return the queueing delay in a round trip, not negative */
    Span Delay(Span rtt) const
    {
        return std::max(rtt - m_base, Span());
    }

    /** @return the base RTT */
    Span Base() const
    {
        return m_base;
    }

    /** @return the smoothed RTT */
    Span Smoothed() const
    {
        return m_smoothed;
    }

    /** @return the largest queueing delay of the last 16 to 32 base RTTs */
    Span RecentDelay() const
    {
        return Span(m_peak.Value());
    }

  private:
    static constexpr int64_t PEAK_EPOCH_RTTS =
        16; //!< own choice: longer than a standing queue takes to move
    Span m_base;
    Span m_smoothed;
    RecentPeak<PEAK_EPOCH_RTTS> m_peak;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RTT_ESTIMATOR_H */
