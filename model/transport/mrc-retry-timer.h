/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RETRY_TIMER_H
#define MRC_RETRY_TIMER_H

#include "mrc-qp-config.h"

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The largest exponent of the local ACK timeout, 17.17 s [ack-timeout]. */
constexpr uint32_t MAX_TIMEOUT_EXPONENT = 24;

/**
 * When does the local ACK timeout expire, and when have there been too many [ack-timeout]
 * [retry-counts]?
 *
 * First the linear retries at a fixed interval, then the exponential ones, each twice the one
 * before.
 */
class RetryTimer
{
  public:
    /** @param config exponent and counts */
    explicit RetryTimer(const QpConfig& config)
        : m_exponent(config.timeoutExponent),
          m_linear(config.linearRetries),
          m_exponential(config.exponentialRetries)
    {
    }

    /** Starts afresh: the peer has shown progress, or there is something to wait for. */
    void Restart(Instant now)
    {
        m_start = now;
        m_since = now;
        m_retries = 0;
    }

    /** Waits again from an instant on, without forgetting the retries. */
    void Touch(Instant from)
    {
        m_start = from;
    }

    /**
     * A packet was sent once more; waits again from now on. Where retries have an end, one that is
     * repeated without any progress for as long as a timeout counts as one.
     *
     * @param oldest the oldest packet that is not acknowledged
     * @param now the time
     * @return whether that was one retry too many
     */
    bool Repeat(uint64_t oldest, Instant now)
    {
        m_start = now;
        if (m_exponential >= RETRY_FOR_EVER)
        {
            return false;
        }
        if (oldest != m_repeated)
        {
            m_repeated = oldest;
            m_since = now;
        }
        if (now - m_since < Interval())
        {
            return false;
        }
        const bool over = Exhausted();
        CountRetry(now);
        return over;
    }

    /** Counts a retry, and waits again from now on. */
    void CountRetry(Instant now)
    {
        m_start = now;
        m_since = now;
        ++m_retries;
    }

    /** @return whether there were retries since the latest progress */
    bool HasRetried() const
    {
        return m_retries != 0;
    }

    /** @return whether all retries are used up */
    bool Exhausted() const
    {
        return m_exponential < RETRY_FOR_EVER && m_retries >= uint32_t{m_linear} + m_exponential;
    }

    /** @return when the timeout expires */
    Instant Deadline() const
    {
        return m_start + Interval();
    }

    /** @return how long the current timeout is */
    Span Interval() const
    {
        const uint32_t doublings = m_retries < m_linear ? 0 : m_retries - m_linear + 1;
        const uint32_t exponent = std::min(m_exponent + doublings, MAX_TIMEOUT_EXPONENT);
        return Nanos(1024) * (int64_t{1} << exponent); // [ack-timeout]: 1.024 us x 2^t
    }

    struct Hot;

  private:
    // first the members that progress touches
    Instant m_start;
    Instant m_since; //!< the latest progress, retry, or first repetition
    uint32_t m_retries{0};
    uint32_t m_exponent;
    uint64_t m_repeated{~uint64_t{0}}; //!< the oldest packet at that repetition
    uint8_t m_linear;
    uint8_t m_exponential;
};

/** Where the members are that progress touches. */
struct RetryTimer::Hot
{
    static constexpr std::size_t PROGRESS = offsetof(RetryTimer, m_exponent); //!< bytes of them
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RETRY_TIMER_H */
