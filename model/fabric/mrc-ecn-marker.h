/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ECN_MARKER_H
#define MRC_ECN_MARKER_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Decides by RED on the instantaneous depth of the data class whether a packet is marked
 * [ecn-marking].
 */
class EcnMarker
{
  public:
    EcnMarker() = default;

    /**
     * @param minimum depth in bytes up to which nothing is marked
     * @param maximum depth in bytes from which everything is marked, at least minimum
     * @param probability marking probability just below the maximum, 0 .. 1
     */
    EcnMarker(uint32_t minimum, uint32_t maximum, double probability)
        : m_minimum(minimum),
          m_maximum(maximum),
          m_slope(probability * DRAWS / Width())
    {
    }

    /**
     * @param depth bytes of data that stay behind the packet, or wait before it [ecn-mark-at]
     * @param draw 32 random bits
     * @return whether the packet is marked
     */
    bool Marks(uint32_t depth, uint32_t draw) const
    {
        return depth >= m_maximum || (depth - m_minimum) * m_slope > draw;
    }

    /** @return depth in bytes up to which Marks never says yes */
    uint32_t Minimum() const
    {
        return m_minimum;
    }

    /** @return depth in bytes from which Marks always says yes */
    uint32_t Maximum() const
    {
        return m_maximum;
    }

    /** @return marking probability just below the maximum */
    double Probability() const
    {
        return m_slope * Width() / DRAWS;
    }

  private:
    static constexpr double DRAWS = 4294967296.0; //!< how many a draw is one of

    /** @return bytes over which the probability grows; where there are none, it does not matter */
    uint32_t Width() const
    {
        return m_maximum > m_minimum ? m_maximum - m_minimum : 1;
    }

    uint32_t m_minimum{UINT32_MAX};
    uint32_t m_maximum{UINT32_MAX};
    double m_slope{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ECN_MARKER_H */
