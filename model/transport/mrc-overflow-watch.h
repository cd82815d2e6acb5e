/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OVERFLOW_WATCH_H
#define MRC_OVERFLOW_WATCH_H

#include "ns3/mrc-instant.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/**
 * Does the last hop trim most of what a sender sends?
 *
 * In a large incast the headers of trimmed packets overflow on the last hop as well. Then most
 * answers are NACKs of that hop, and a lost packet says little about its path.
 */
class OverflowWatch
{
  public:
    /** @param memory how long after the latest trim the last hop counts as overflowing */
    explicit OverflowWatch(Span memory)
        : m_memory(memory)
    {
    }

    /** A NACK says that a packet was trimmed on the last hop. @return whether that is news */
    bool OnTrim(Instant now)
    {
        const bool before = IsOn(now);
        m_share += (1 - m_share) * WEIGHT;
        m_end = now + m_memory;
        m_onSince = m_share > MOST ? std::min(m_onSince, now) : Instant::Never();
        return !before && IsOn(now);
    }

    /** A packet was acknowledged. */
    void OnAck()
    {
        m_share -= m_share * WEIGHT;
        m_onSince = m_share > MOST ? m_onSince : Instant::Never();
    }

    /** @return whether the last hop overflows */
    bool IsOn(Instant now) const
    {
        return m_share > MOST && now < m_end;
    }

    /** @return whether it does so for some time: not only because a burst has just begun */
    bool IsLasting(Instant now) const
    {
        return IsOn(now) && m_onSince != Instant::Never() && now - m_onSince >= m_memory / 4;
    }

  private:
    static constexpr float WEIGHT = 0.25F; //!< of an answer in the share; own choice
    static constexpr float MOST = 0.5F;    //!< more than every other one

    float m_share{0}; //!< of trims in the latest answers
    Span m_memory;
    Instant m_end;
    Instant m_onSince{Instant::Never()};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OVERFLOW_WATCH_H */
