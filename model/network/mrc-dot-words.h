/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DOT_WORDS_H
#define MRC_DOT_WORDS_H

#include "ns3/mrc-text-reader.h"

#include <cstddef>
#include <string>

namespace ns3
{
namespace mrc
{

/** Which word comes next in a text in the DOT language? */
class DotWords
{
  public:
    /**
     * @param text the whole text; must outlive this
     * @param name of the file, for messages
     */
    DotWords(const std::string& text, const std::string& name);

    /** @return the present word: a name, or one of `{ } [ ] ; , = --`; empty at the end */
    const Token& Word() const
    {
        return m_word;
    }

    /** @return whether the present word is a name, quoted or not */
    bool IsName() const
    {
        return m_isName;
    }

    /**
     * @param keyword in small letters
     * @return whether the present word is this one, in any case and not quoted
     */
    bool IsKeyword(const char* keyword) const;

    /** Goes on to the next word. */
    void Next();

    /**
     * Goes on if the mark is the present word.
     *
     * @param mark the word that may stand here, no name
     * @return whether the mark was there
     */
    bool Skip(const char* mark);

    /**
     * @param expected the words that should stand here
     * @throws ParseError always, at the present word
     */
    [[noreturn]] void Fail(const std::string& expected) const;

    /**
     * @param at the place of the fault
     * @param message the fault, and the expected text
     * @throws ParseError always, at the place
     */
    [[noreturn]] void Fail(TextPosition at, const std::string& message) const;

  private:
    void SkipBlanks();
    void SkipTo(const char* end, TextPosition begin);
    void Step();
    void ReadQuoted();
    bool BeginsNumber() const;
    bool StartsWith(const char* text) const;

    const std::string& m_text;
    const std::string& m_name;
    std::size_t m_next{0}; //!< character
    TextPosition m_at;     //!< of that character
    Token m_word;
    bool m_isName{false};
    bool m_isQuoted{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DOT_WORDS_H */
