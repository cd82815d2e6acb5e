/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-dot-words.h"

#include <cstring>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Letters, digits, and characters that tools write in names without quotes; bytes above 127 are
 * letters.
 */
bool
IsNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '%' || static_cast<unsigned char>(c) > 127;
}

} // namespace

DotWords::DotWords(const std::string& text, const std::string& name)
    : m_text(text),
      m_name(name)
{
    if (StartsWith("\xEF\xBB\xBF")) // a byte-order mark, by which editors of Windows begin a text
    {
        Step();
        Step();
        Step();
    }
    Next();
}

bool
DotWords::StartsWith(const char* text) const
{
    return m_text.compare(m_next, std::strlen(text), text) == 0;
}

void
DotWords::Step()
{
    const bool isLine = m_text[m_next++] == '\n';
    m_at = isLine ? TextPosition{m_at.line + 1, 1} : TextPosition{m_at.line, m_at.column + 1};
}

void
DotWords::SkipTo(const char* end, TextPosition begin)
{
    while (!StartsWith(end))
    {
        if (m_next >= m_text.size())
        {
            Fail(begin, std::string("the text ends before ") + Quoted(end) + "; expected one");
        }
        Step();
    }
}

/** Blanks, `//` and `#` to the end of the line, and text between slashes and stars. */
void
DotWords::SkipBlanks()
{
    while (m_next < m_text.size())
    {
        if (StartsWith("//") || m_text[m_next] == '#')
        {
            while (m_next < m_text.size() && m_text[m_next] != '\n')
            {
                Step();
            }
        }
        else if (StartsWith("/*"))
        {
            const TextPosition begin = m_at;
            SkipTo("*/", begin);
            Step();
            Step();
        }
        // std::strchr finds the end of its own text too, for a NUL in this one.
        else if (std::strchr(" \t\r\n", m_text[m_next]) != nullptr && m_text[m_next] != '\0')
        {
            Step();
        }
        else
        {
            return;
        }
    }
}

void
DotWords::ReadQuoted()
{
    Step(); // the quotation mark
    while (!StartsWith("\""))
    {
        // A backslash keeps a quotation mark inside; other escapes stay as they are.
        if (StartsWith("\\\""))
        {
            Step();
        }
        if (m_next >= m_text.size())
        {
            Fail(m_word.at, "the text ends in quotation marks; expected them closed");
        }
        m_word.text += m_text[m_next];
        Step();
    }
    Step();
}

/** A minus begins a number; two of them are an edge. */
bool
DotWords::BeginsNumber() const
{
    if (m_text[m_next] != '-' || m_next + 1 >= m_text.size())
    {
        return false;
    }
    const char next = m_text[m_next + 1];
    return next == '.' || (next >= '0' && next <= '9');
}

/**
 * Takes the next word of a text in DOT: a name, a number, a string in quotation marks, or a mark.
 */
void
DotWords::Next()
{
    SkipBlanks();
    m_word = {"", m_at};
    m_isName = false;
    m_isQuoted = false;
    if (m_next >= m_text.size())
    {
        return;
    }
    if (m_text[m_next] == '"')
    {
        m_isName = true;
        m_isQuoted = true;
        ReadQuoted();
        for (SkipBlanks(); StartsWith("+"); SkipBlanks()) // strings in parts
        {
            Step();
            SkipBlanks();
            if (!StartsWith("\""))
            {
                Fail(m_at, "'+' behind a string; expected another one in quotation marks");
            }
            ReadQuoted();
        }
        return;
    }
    if (BeginsNumber())
    {
        m_isName = true;
        m_word.text += m_text[m_next];
        Step();
    }
    while (m_next < m_text.size() && IsNameCharacter(m_text[m_next]))
    {
        m_isName = true;
        m_word.text += m_text[m_next];
        Step();
    }
    // An arrow is one word too, so that the error can name it.
    const unsigned marks = m_isName ? 0 : StartsWith("--") || StartsWith("->") ? 2 : 1;
    for (unsigned i = 0; i < marks; ++i)
    {
        m_word.text += m_text[m_next];
        Step();
    }
}

bool
DotWords::IsKeyword(const char* keyword) const
{
    // In quotation marks a keyword is a name like any other.
    if (!m_isName || m_isQuoted || m_word.text.size() != std::strlen(keyword))
    {
        return false;
    }
    for (std::size_t i = 0; i < m_word.text.size(); ++i)
    {
        const char c = m_word.text[i];
        if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != keyword[i])
        {
            return false;
        }
    }
    return true;
}

bool
DotWords::Skip(const char* mark)
{
    if (m_isName || m_word.text != mark)
    {
        return false;
    }
    Next();
    return true;
}

void
DotWords::Fail(const std::string& expected) const
{
    const bool isEnd = !m_isName && m_word.text.empty();
    Fail(m_word.at,
         (isEnd ? "the text ends" : Quoted(m_word.text) + " stands here") + "; expected " +
             expected);
}

void
DotWords::Fail(TextPosition at, const std::string& message) const
{
    throw ParseError(m_name, at, message);
}

} // namespace mrc
} // namespace ns3
