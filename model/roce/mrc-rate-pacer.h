/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RATE_PACER_H
#define MRC_RATE_PACER_H

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** When may the next packet leave, at a rate below the line's [roce-rate]? */
class RatePacer
{
  public:
    /** @param lineRate of the port, bit/s: at that rate the port alone sets the pace */
    explicit RatePacer(double lineRate)
        : m_lineRate(lineRate)
    {
    }

    /**
     * A packet leaves.
     *
     * @param bytes of line time that the packet takes
     * @param rate that is allowed, bit/s, above 0
     * @param now the time
     */
    void OnSent(uint32_t bytes, double rate, Instant now)
    {
        constexpr double BIT_PS = 8e12; // ps of a byte at 1 bit/s
        m_next = rate < m_lineRate ? now + Span(static_cast<int64_t>(bytes * BIT_PS / rate)) : now;
    }

    /** @return the time of the next packet at the earliest */
    Instant Next() const
    {
        return m_next;
    }

  private:
    double m_lineRate;
    Instant m_next;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RATE_PACER_H */
