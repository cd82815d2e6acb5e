/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-plb-rounds.h"

namespace ns3
{
namespace mrc
{

void
PlbRounds::OnAnswer(bool marked, Instant now)
{
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
    const bool congested = m_marks >= m_config.congestedShare * m_answers;
    m_congested = congested ? m_congested + 1 : 0;
    m_answers = 0;
    m_marks = 0;
}

} // namespace mrc
} // namespace ns3
