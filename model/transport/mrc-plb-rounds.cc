/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-plb-rounds.h"

namespace ns3
{
namespace mrc
{

/** Counts marks in rounds of time, each of which is judged as a whole. */
void
PlbRounds::OnAnswer(bool marked, Instant now)
{
    // A round ends with the first answer behind its time: no timer is needed for that.
    if (m_answers != 0 && now >= m_endsAt)
    {
        Judge();
    }
    if (m_answers == 0)
    {
        m_endsAt = now + m_config.round; // a round begins with its first answer
    }
    ++m_answers;
    m_marks += marked;
}

void
PlbRounds::Clear()
{
    m_answers = 0;
    m_marks = 0;
    m_congested = 0;
}

void
PlbRounds::Judge()
{
    // A round counts as a whole: it breaks the row, or makes the row longer.
    const bool congested = m_marks >= m_config.congestedShare * m_answers;
    m_congested = congested ? m_congested + 1 : 0;
    m_answers = 0;
    m_marks = 0;
}

} // namespace mrc
} // namespace ns3
