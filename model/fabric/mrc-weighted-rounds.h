/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WEIGHTED_ROUNDS_H
#define MRC_WEIGHTED_ROUNDS_H

#include "mrc-traffic-class.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Shares of the line by class; 0 of a class: it waits for ever while others have packets. */
struct ClassWeights
{
    ByClass<uint8_t> shares{}; //!< all 0: classes are served by priority

    /** @return whether classes have weights at all */
    bool Any() const
    {
        return (shares[TrafficClass::CONTROL] | shares[TrafficClass::TRIMMED] |
                shares[TrafficClass::DATA]) != 0;
    }
};

/**
 * Which class is served next? Deficit round robin, byte by byte of its weight [class-weights].
 *
 * A class that waits gets a quantum when its turn begins, and sends while the quantum lasts. The
 * rest of the quantum is kept for its next turn, unless nothing waits then.
 */
class WeightedRounds
{
  public:
    /** Bytes of a turn for each unit of weight. */
    static constexpr int32_t QUANTUM = 256;

    /**
     * @param weights at least 1 of each class
     * @param sizes bytes of the first frame of each class, 0 where none waits; not all of them
     * @return the class to send from; its frame counts as sent
     */
    TrafficClass Next(const ClassWeights& weights, const ByClass<uint32_t>& sizes)
    {
        while (!Affords(weights, sizes[m_turn]))
        {
            m_turn = m_turn == TrafficClass::DATA
                         ? TrafficClass::CONTROL
                         : static_cast<TrafficClass>(static_cast<unsigned>(m_turn) + 1);
            m_begun = false;
        }
        m_left[m_turn] -= static_cast<int32_t>(sizes[m_turn]);
        return m_turn;
    }

  private:
    /** @return whether the class next in turn has a frame, and bytes left for that frame */
    bool Affords(const ClassWeights& weights, uint32_t size)
    {
        int32_t& left = m_left[m_turn];
        if (size == 0)
        {
            left = 0;
            return false;
        }
        if (!m_begun)
        {
            left += QUANTUM * weights.shares[m_turn];
            m_begun = true;
        }
        return left >= static_cast<int32_t>(size);
    }

    ByClass<int32_t> m_left{}; //!< bytes
    TrafficClass m_turn{TrafficClass::CONTROL};
    bool m_begun{false}; //!< whether the class has had the quantum of this turn
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_WEIGHTED_ROUNDS_H */
