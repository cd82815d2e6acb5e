/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEXT_READER_H
#define MRC_TEXT_READER_H

#include "mrc-parse-error.h"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A word of a text and its place. */
struct Token
{
    std::string text; //!< as the word stands in the text
    TextPosition at;  //!< where the word begins
};

/** @return the text in quotation marks, shortened and without control characters, for a message */
std::string Quoted(const std::string& text);

/**
 * Cuts a text into lines of blank-separated words, leaving out empty lines and # comments.
 */
class TextReader
{
  public:
    /**
     * @param in the text, which must outlive the reader
     * @param name of the text, for messages
     */
    TextReader(std::istream& in, const std::string& name);

    /**
     * @param[out] words the words of the next line that has any
     * @return false at the end of the text
     * @throws ParseError if the text cannot be read, or a line is longer than LONGEST_LINE
     */
    bool NextLine(std::vector<Token>& words);

    /**
     * As NextLine, amid a comment of several lines: a # is a word there, not a comment.
     *
     * @param[out] words the words of the next line that has any
     * @return false at the end of the text
     */
    bool NextLineOfComment(std::vector<Token>& words);

    /** @return where the text ends so far: the first column behind the last line read */
    TextPosition End() const
    {
        return m_end;
    }

    /**
     * @param word a word that should be a number
     * @param what meaning of the word, with its unit, for the message
     * @param min the least allowed value
     * @param max the greatest allowed value
     * @return the value
     * @throws ParseError if the word is not a whole decimal number of that range
     */
    uint64_t Number(const Token& word, const std::string& what, uint64_t min, uint64_t max) const;

    /**
     * @param at where
     * @param message what is wrong there, and what was expected
     * @throws ParseError always, with this message
     */
    [[noreturn]] void Fail(TextPosition at, const std::string& message) const;

    /** Bytes of the longest line; own choice, beyond any line that people write. */
    static constexpr std::size_t LONGEST_LINE = 65536;

  private:
    bool ReadLine(std::string& line);
    bool ReadWords(std::vector<Token>& words, bool hasComments);

    std::istream& m_in;
    std::string m_name;
    std::vector<char> m_buffer; //!< a line
    uint32_t m_line{0};
    TextPosition m_end;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TEXT_READER_H */
