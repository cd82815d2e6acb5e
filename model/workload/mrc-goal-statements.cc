/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-statements.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

const char* const MARKS = ":;{}"; //!< that are words, wherever they stand

} // namespace

GoalStatements::GoalStatements(std::istream& in, const std::string& name)
    : m_reader(in, name)
{
}

/** Takes the words of a blank-separated one that are no comment. */
void
GoalStatements::Cut(const Token& word)
{
    const std::string& text = word.text;
    for (std::size_t at = 0; at < text.size() && !m_isBehind;)
    {
        const TextPosition place{word.at.line, word.at.column + static_cast<uint32_t>(at)};
        // A comment may go over lines, so its state is kept from word to word.
        if (m_isInside)
        {
            const std::size_t end = text.find("*/", at);
            m_isInside = end == std::string::npos;
            at = m_isInside ? text.size() : end + 2;
        }
        else if (text.compare(at, 2, "//") == 0)
        {
            m_isBehind = true;
        }
        else if (text.compare(at, 2, "/*") == 0)
        {
            m_isInside = true;
            m_comment = place;
            at += 2;
        }
        else
        {
            const bool isMark = std::string(MARKS).find(text[at]) != std::string::npos;
            // A slash may begin a comment, so it ends a word, and stands alone if it does not.
            const std::size_t end = isMark ? at + 1 : text.find_first_of(":;{}/", at + 1);
            m_words.push_back({text.substr(at, end - at), place});
            at = std::min(end, text.size());
        }
    }
}

/** @return false at the end of the text; a line may have comments only */
bool
GoalStatements::NextLine()
{
    std::vector<Token> blank;
    // The end of a comment may stand in a line that begins with #.
    if (!(m_isInside ? m_reader.NextLineOfComment(blank) : m_reader.NextLine(blank)))
    {
        if (m_isInside)
        {
            m_reader.Fail(m_comment, "a comment without end; expected */ behind it");
        }
        return false;
    }
    m_words.clear();
    m_next = 0;
    m_isBehind = false;
    for (const Token& word : blank)
    {
        Cut(word);
    }
    return true;
}

bool
GoalStatements::Next(std::vector<Token>& words)
{
    words.clear();
    while (words.empty())
    {
        if (m_next == m_words.size() && !NextLine())
        {
            return false;
        }
        for (bool isOver = false; !isOver && m_next < m_words.size();)
        {
            const Token& word = m_words[m_next];
            const bool isClosing = word.text == "}";
            // A closing brace is a statement of its own.
            isOver = word.text == ";" || word.text == "{" || isClosing;
            // What stands before a brace without a semicolon is a statement as well.
            if (isClosing && !words.empty())
            {
                break;
            }
            if (word.text != ";")
            {
                words.push_back(word);
            }
            ++m_next;
        }
    }
    return true;
}

} // namespace mrc
} // namespace ns3
