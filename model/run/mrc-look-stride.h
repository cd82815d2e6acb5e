/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOOK_STRIDE_H
#define MRC_LOOK_STRIDE_H

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * At which looks do ranks ask each other for the wall time?
 *
 * Looks may come by the thousand while nothing moves, and asking at each would take long. So ranks
 * ask at each second one, at each fourth and so on, up to a limit, while these come in a short
 * time. A run may become slower at once, and looks with it. Events tell of that: behind many of
 * them the next look asks. All ranks count the same events, so all ask at the same looks.
 */
class LookStride
{
  public:
    static constexpr uint32_t MOST = 64;         //!< looks from an asking one to the next
    static constexpr uint64_t MANY = 1ULL << 16; //!< events, which take a tenth of a second or so

    /**
     * Called at each look.
     *
     * @param fired events so far, of all ranks
     * @return whether to ask; Note follows then
     */
    bool Asks(uint64_t fired)
    {
        if (m_skips != 0 && fired - m_fired < MANY)
        {
            --m_skips;
            return false;
        }
        // What these looks took says nothing about those to come.
        m_stride = m_skips != 0 ? 1 : m_stride;
        m_fired = fired;
        return true;
    }

    /** Ranks have asked. @param isQuick whether a short time has passed since they did before */
    void Note(bool isQuick)
    {
        m_stride = isQuick ? std::min(2 * m_stride, MOST) : std::max(m_stride / 2, 1U);
        m_skips = m_stride - 1;
    }

  private:
    uint32_t m_stride{1}; //!< looks from an asking one to the next
    uint32_t m_skips{0};  //!< looks until the next
    uint64_t m_fired{0};  //!< events when ranks asked
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOOK_STRIDE_H */
