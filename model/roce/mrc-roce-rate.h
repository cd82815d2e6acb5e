/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_RATE_H
#define MRC_ROCE_RATE_H

#include "mrc-dcqcn.h"
#include "mrc-rate-pacer.h"
#include "mrc-roce-setup.h"

namespace ns3
{
namespace mrc
{

/** When may a requester send its next packet, by the requester's rate control [roce-rate]? */
class RoceRate
{
  public:
    /** @param setup of the queue pair */
    explicit RoceRate(const RoceSetup& setup)
        : m_control(setup.config.rateControl),
          m_overhead(setup.packetOverhead),
          m_fixed(setup.config.fixedRate == 0 ? setup.lineRate
                                              : static_cast<double>(setup.config.fixedRate)),
          m_line(setup.lineRate),
          m_dcqcn(setup.dcqcn, setup.lineRate),
          m_pacer(setup.lineRate)
    {
    }

    /** A CNP came. */
    void OnCnp(Instant now)
    {
        m_dcqcn.OnCnp(now);
    }

    /**
     * A packet leaves.
     *
     * @param payload bytes of the packet
     * @param now the time
     * @return bit/s that are allowed now
     */
    double OnSent(uint32_t payload, Instant now)
    {
        const uint32_t bytes = payload + m_overhead;
        // The timers of DCQCN act only where DCQCN does.
        const double rate = m_control == ROCE_DCQCN ? m_dcqcn.OnSent(bytes, now) : At(now);
        m_pacer.OnSent(bytes, rate, now);
        return rate;
    }

    /** @return when the next packet may leave */
    Instant Next() const
    {
        return m_pacer.Next();
    }

    /** @return bit/s that are allowed at this time */
    double At(Instant now)
    {
        switch (m_control)
        {
        case ROCE_DCQCN:
            return m_dcqcn.RateAt(now);
        case ROCE_FIXED_RATE:
            return m_fixed;
        default:
            return m_line;
        }
    }

  private:
    RoceRateControl m_control;
    uint32_t m_overhead;
    double m_fixed;
    double m_line;
    Dcqcn m_dcqcn;
    RatePacer m_pacer;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_RATE_H */
