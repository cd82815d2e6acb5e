/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-words.h"

#include "mrc-goal-limits.h"

namespace ns3
{
namespace mrc
{

GoalWords::GoalWords(const TextReader& reader, const std::vector<Token>& words)
    : m_reader(reader),
      m_words(words)
{
}

const Token&
GoalWords::Take(const std::string& expected)
{
    if (IsOver())
    {
        // The error names the place behind the last word, where more was expected.
        const Token& last = m_words.back();
        const auto length = static_cast<uint32_t>(last.text.size());
        m_reader.Fail({last.at.line, last.at.column + length},
                      "the statement ends; expected " + expected);
    }
    return m_words[m_next++];
}

void
GoalWords::TakeWord(const std::string& expected)
{
    const Token& word = Take(expected);
    if (word.text != expected)
    {
        m_reader.Fail(word.at, Quoted(word.text) + "; expected " + expected);
    }
}

uint64_t
GoalWords::TakeNumber(const std::string& what, uint64_t min, uint64_t max)
{
    return m_reader.Number(Take(what), what, min, max);
}

uint32_t
GoalWords::TakeSize()
{
    Token word = Take("a size, such as 10b");
    // Both "10b" and "10 b" are GOAL.
    const bool hasUnit = word.text.size() > 1 && word.text.back() == 'b';
    word.text.resize(word.text.size() - (hasUnit ? 1 : 0));
    const uint64_t bytes = m_reader.Number(word, "size in bytes", 1, GOAL_MOST_BYTES);
    if (!hasUnit)
    {
        TakeWord("b");
    }
    return static_cast<uint32_t>(bytes);
}

void
GoalWords::TakeEnd() const
{
    if (!IsOver())
    {
        const Token& word = m_words[m_next];
        m_reader.Fail(word.at, Quoted(word.text) + "; expected the end of the statement");
    }
}

} // namespace mrc
} // namespace ns3
