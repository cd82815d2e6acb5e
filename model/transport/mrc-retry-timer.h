/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RETRY_TIMER_H
#define MRC_RETRY_TIMER_H

#include "mrc-qp-config.h"

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The largest exponent of the local ACK timeout, 17.17 s (MRC sec. 4.1). */
constexpr uint32_t MAX_TIMEOUT_EXPONENT = 24;

/**
 * When does the local ACK timeout expire, and when have there been too many (12 #10, #12)?
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
     * Waits again from now on, since a packet was sent once more. If that is all that happens for
     * as long as a timeout, it is a retry where retries have an end.
     */
    void Repeat(Instant now)
    {
        m_start = now;
        if (m_exponential < RETRY_FOR_EVER && !Exhausted() && now - m_since >= Interval())
        {
            CountRetry(now);
        }
    }

    /** Counts a retry, and waits again from now on. */
    void CountRetry(Instant now)
    {
        m_start = now;
        m_since = now;
        ++m_retries;
    }

    /** @return whether all retries are used up */
    bool Exhausted() const
    {
        return m_exponential < RETRY_FOR_EVER && m_retries >= uint32_t{m_linear} + m_exponential;
    }

    /** @return when the timeout expires; the last one waits for progress and nothing else */
    Instant Deadline() const
    {
        return (Exhausted() ? m_since : m_start) + Interval();
    }

    /** @return how long the current timeout is */
    Span Interval() const
    {
        const uint32_t doublings = m_retries < m_linear ? 0 : m_retries - m_linear + 1;
        const uint32_t exponent = std::min(m_exponent + doublings, MAX_TIMEOUT_EXPONENT);
        return Nanos(1024) * (int64_t{1} << exponent); // MRC sec. 4.1: 1.024 us x 2^t
    }

  private:
    Instant m_start;
    Instant m_since; //!< of the latest progress or retry
    uint32_t m_retries{0};
    uint32_t m_exponent;
    uint8_t m_linear;
    uint8_t m_exponential;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RETRY_TIMER_H */
