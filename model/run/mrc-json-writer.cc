/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-json-writer.h"

#include <cstdio>

namespace ns3
{
namespace mrc
{

namespace
{

/** A row of RFC 3629's table: the values of the second byte of a character after this first one. */
struct Utf8Row
{
    unsigned char firstLeast;
    unsigned char firstMost;
    unsigned char secondLeast; //!< 0: there is none
    unsigned char secondMost;
    std::size_t length;
};

constexpr Utf8Row UTF8_ROWS[] = {
    {0x00, 0x7f, 0x00, 0x00, 1},
    {0xc2, 0xdf, 0x80, 0xbf, 2},
    {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3},
    {0xed, 0xed, 0x80, 0x9f, 3}, // without surrogates
    {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4},
    {0xf1, 0xf3, 0x80, 0xbf, 4},
    {0xf4, 0xf4, 0x80, 0x8f, 4},
};

/** @return bytes of the character of UTF-8 that begins there; 0: none does */
std::size_t
Utf8Length(const std::string& text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    for (const Utf8Row& row : UTF8_ROWS)
    {
        if (byte(at) < row.firstLeast || byte(at) > row.firstMost)
        {
            continue;
        }
        if (at + row.length > text.size())
        {
            return 0;
        }
        // Only the second byte has ranges of its own: they refuse long forms and surrogates.
        bool isWhole =
            row.length == 1 || (byte(at + 1) >= row.secondLeast && byte(at + 1) <= row.secondMost);
        for (std::size_t i = at + 2; i < at + row.length; ++i)
        {
            isWhole = isWhole && (byte(i) & 0xc0) == 0x80;
        }
        return isWhole ? row.length : 0;
    }
    return 0;
}

/** @return a character of one byte as a string of JSON has it */
std::string
Escaped(char c)
{
    switch (c)
    {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\t':
        return "\\t";
    default:
        break;
    }
    if (static_cast<unsigned char>(c) >= 0x20)
    {
        return {c};
    }
    char text[8];
    std::snprintf(text, sizeof(text), "\\u%04x", static_cast<unsigned>(c));
    return text;
}

/** @return whether JSON takes a text for a number, of those that printf writes in decimals */
bool
IsNumber(const std::string& digits)
{
    const std::size_t first = digits.compare(0, 1, "-") == 0 ? 1 : 0;
    return digits.size() > first && digits.find_first_not_of("0123456789.", first) == digits.npos;
}

} // namespace

/** A command line may hold any bytes, and a reader of JSON refuses bytes that are no UTF-8. */
std::string
JsonString(const std::string& text)
{
    std::string quoted = "\"";
    for (std::size_t at = 0; at < text.size();)
    {
        const std::size_t length = Utf8Length(text, at);
        if (length == 1)
        {
            quoted += Escaped(text[at]);
        }
        else
        {
            // A byte that begins no character becomes the mark that says so, U+FFFD.
            quoted += length == 0 ? "\\ufffd" : text.substr(at, length);
        }
        at += length == 0 ? 1 : length;
    }
    return quoted + '"';
}

JsonWriter::JsonWriter(std::ostream& out)
    : m_out(out),
      m_closers("}")
{
    m_out << '{';
}

/** The comma stands in front of a value, as the last one is not known to be last. */
void
JsonWriter::BeginValue(const std::string& name)
{
    m_out << (m_isFirst ? "\n" : ",\n") << std::string(2 * m_closers.size(), ' ');
    m_isFirst = false;
    if (!name.empty())
    {
        m_out << JsonString(name) << ": ";
    }
}

void
JsonWriter::Begin(const std::string& name, char open, char close)
{
    BeginValue(name);
    m_out << open;
    // Each open bracket waits here for its partner, so that End needs no word of which it is.
    m_closers += close;
    m_isFirst = true;
}

void
JsonWriter::BeginObject(const std::string& name)
{
    Begin(name, '{', '}');
}

void
JsonWriter::BeginArray(const std::string& name)
{
    Begin(name, '[', ']');
}

void
JsonWriter::End()
{
    const char close = m_closers.back();
    m_closers.pop_back();
    if (!m_isFirst)
    {
        m_out << '\n' << std::string(2 * m_closers.size(), ' ');
    }
    m_isFirst = false;
    m_out << close;
    if (m_closers.empty())
    {
        m_out << '\n';
    }
}

void
JsonWriter::Text(const std::string& name, const std::string& value)
{
    BeginValue(name);
    m_out << JsonString(value);
}

void
JsonWriter::Count(const std::string& name, uint64_t value)
{
    Number(name, std::to_string(value));
}

void
JsonWriter::Number(const std::string& name, const std::string& digits)
{
    BeginValue(name);
    // JSON has no infinity and no NaN, which printf writes as words.
    m_out << (IsNumber(digits) ? digits : "null");
}

void
JsonWriter::Flag(const std::string& name, bool value)
{
    BeginValue(name);
    m_out << (value ? "true" : "false");
}

} // namespace mrc
} // namespace ns3
