/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-text-reader.h"

#include <algorithm>
#include <charconv>

namespace ns3
{
namespace mrc
{

namespace
{

/** Characters of a word in a message; longer ones are cut. Own choice. */
constexpr size_t QUOTED_LENGTH = 40;

/** With the carriage return, so that files with the line ends of Windows read the same. */
const char* const BLANKS = " \t\r\v\f";

/** The mark by which editors of Windows begin a text in UTF-8. */
const std::string BYTE_ORDER_MARK = "\xEF\xBB\xBF";

/** The first two bytes of what gzip makes, by RFC 1952. */
const std::string GZIP_MARK = "\x1F\x8B";

} // namespace

/** Words come from files: control characters of a binary one would upset a terminal. */
std::string
Quoted(const std::string& text)
{
    std::string shown = text.substr(0, QUOTED_LENGTH);
    std::replace_if(
        shown.begin(),
        shown.end(),
        [](char c) { return c < ' ' || c > '~'; },
        '?');
    return "'" + shown + (text.size() > QUOTED_LENGTH ? "..." : "") + "'";
}

TextReader::TextReader(std::istream& in, const std::string& name)
    : m_in(in),
      m_name(name),
      m_buffer(LONGEST_LINE + 1) // and the zero that getline puts behind a line
{
}

/** Reads into a buffer of fixed size: a file without line ends would fill the memory otherwise. */
bool
TextReader::ReadLine(std::string& line)
{
    if (!m_in.getline(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size())))
    {
        // A full buffer is a line too long. Anything else is the end, or an error of the stream.
        if (m_in.gcount() + 1 == static_cast<std::streamsize>(m_buffer.size()))
        {
            Fail({m_line + 1, 1},
                 "a line of more than " + std::to_string(LONGEST_LINE) +
                     " bytes; expected a text with shorter ones");
        }
        return false;
    }
    const auto read = static_cast<std::size_t>(m_in.gcount());
    // getline counts the line's end too, which the last line of a file may lack.
    line.assign(m_buffer.data(), m_in.eof() ? read : read - 1);
    if (m_line == 0 && line.compare(0, GZIP_MARK.size(), GZIP_MARK) == 0)
    {
        Fail({1, 1}, "a file that gzip made; expected what gunzip makes of it");
    }
    if (m_line == 0 && line.compare(0, BYTE_ORDER_MARK.size(), BYTE_ORDER_MARK) == 0)
    {
        line.replace(0, BYTE_ORDER_MARK.size(), BYTE_ORDER_MARK.size(), ' '); // columns stay
    }
    return true;
}

bool
TextReader::NextLine(std::vector<Token>& words)
{
    return ReadWords(words, true);
}

bool
TextReader::NextLineOfComment(std::vector<Token>& words)
{
    return ReadWords(words, false);
}

bool
TextReader::ReadWords(std::vector<Token>& words, bool hasComments)
{
    std::string line;
    while (ReadLine(line))
    {
        ++m_line;
        m_end = {m_line, static_cast<uint32_t>(line.size() + 1)};
        words.clear();
        // A # begins a comment only as the first character that is no blank.
        size_t begin = line.find_first_not_of(BLANKS);
        while (begin != std::string::npos && !(hasComments && words.empty() && line[begin] == '#'))
        {
            const size_t end = std::min(line.find_first_of(BLANKS, begin), line.size());
            words.push_back(
                {line.substr(begin, end - begin), {m_line, static_cast<uint32_t>(begin + 1)}});
            begin = line.find_first_not_of(BLANKS, end);
        }
        if (!words.empty())
        {
            return true;
        }
    }
    if (!m_in.eof()) // a folder opens as a file, and fails at the first read
    {
        Fail(m_end, "cannot read the file; expected a readable text");
    }
    return false;
}

/** from_chars takes no sign, no blank and no base but ten, and tells of numbers beyond 64 bits. */
uint64_t
TextReader::Number(const Token& word, const std::string& what, uint64_t min, uint64_t max) const
{
    uint64_t value = 0;
    const char* const end = word.text.data() + word.text.size();
    const auto read = std::from_chars(word.text.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || value < min || value > max)
    {
        const std::string range = std::to_string(min) + " .. " + std::to_string(max);
        Fail(word.at,
             what + " is " + Quoted(word.text) + "; expected " +
                 (min == max ? std::to_string(min) : "a whole number, " + range));
    }
    return value;
}

void
TextReader::Fail(TextPosition at, const std::string& message) const
{
    throw ParseError(m_name, at, message);
}

} // namespace mrc
} // namespace ns3
