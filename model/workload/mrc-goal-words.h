/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_WORDS_H
#define MRC_GOAL_WORDS_H

#include "mrc-text-reader.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Takes the words of a statement in GOAL one by one. */
class GoalWords
{
  public:
    /**
     * @param reader of the text, which must outlive this object
     * @param words of the statement, likewise; at least one
     */
    GoalWords(const TextReader& reader, const std::vector<Token>& words);

    /** @return whether all words are taken */
    bool IsOver() const
    {
        return m_next == m_words.size();
    }

    /**
     * @param expected in words, for the message
     * @return the next word
     * @throws ParseError if there is none
     */
    const Token& Take(const std::string& expected);

    /**
     * @param expected the next word
     * @throws ParseError if another one comes, or none
     */
    void TakeWord(const std::string& expected);

    /**
     * @param what the next word should be, for the message
     * @param min, max bounds
     * @return the number
     * @throws ParseError if the next word is none of them
     */
    uint64_t TakeNumber(const std::string& what, uint64_t min, uint64_t max);

    /**
     * @return bytes, as in 10b or 10 b
     * @throws ParseError if the next words are no size
     */
    uint32_t TakeSize();

    /** @throws ParseError if there are more words */
    void TakeEnd() const;

  private:
    const TextReader& m_reader;
    const std::vector<Token>& m_words;
    std::size_t m_next{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_WORDS_H */
