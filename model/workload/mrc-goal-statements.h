/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_STATEMENTS_H
#define MRC_GOAL_STATEMENTS_H

#include "mrc-text-reader.h"

#include <istream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Cuts a text in GOAL into statements, without comments. */
class GoalStatements
{
  public:
    /**
     * @param in the text, which must outlive this object
     * @param name of the text, for messages
     */
    GoalStatements(std::istream& in, const std::string& name);

    /**
     * @param[out] words the words of the next statement; a colon and a brace are words too
     * @return false at the end of the text
     * @throws ParseError if the text cannot be read, or a comment does not end
     */
    bool Next(std::vector<Token>& words);

    /** @return the reader of the text's lines */
    const TextReader& Reader() const
    {
        return m_reader;
    }

  private:
    bool NextLine();
    void Cut(const Token& word);

    TextReader m_reader;
    std::vector<Token> m_words; //!< of the line
    std::size_t m_next{0};      //!< the first of them that is no part of a statement yet
    bool m_isBehind{false};     //!< whether a comment to the end of the line has begun
    bool m_isInside{false};     //!< whether a comment over lines has begun
    TextPosition m_comment;     //!< where that began
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_STATEMENTS_H */
