/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-json-places.h"

#ifdef MRC_HAS_JSON

#include <cstring>
#include <optional>

namespace ns3
{
namespace mrc
{

std::size_t
BeginOfJson(const std::string& text)
{
    return text.rfind("\xEF\xBB\xBF", 0) == 0 ? 3 : 0;
}

JsonPlaces::JsonPlaces(const std::string& text)
    : m_text(text),
      m_at(BeginOfJson(text))
{
}

TextPosition
JsonPlaces::Next(JsonPart part)
{
    std::optional<TextPosition> name;
    while (m_at < m_text.size())
    {
        if (IsAt(" \t\r\n,:]}"))
        {
            Advance();
            continue;
        }
        const TextPosition here = m_position;
        if (IsAt("\""))
        {
            SkipString();
            while (IsAt(" \t\r\n"))
            {
                Advance();
            }
            if (IsAt(":")) // so the string is the name of the next value
            {
                name = here;
                continue;
            }
        }
        else if (IsAt("[{"))
        {
            Advance();
        }
        else // a number, true, false or null
        {
            while (m_at < m_text.size() && !IsAt(" \t\r\n,]}"))
            {
                Advance();
            }
        }
        return part == JsonPart::NAME ? name.value_or(here) : here;
    }
    return m_position; // no value is left
}

void
JsonPlaces::SkipInside(const Json& value)
{
    for (const auto& [name, inner] : value)
    {
        Next(JsonPart::VALUE);
        SkipInside(inner);
    }
}

void
JsonPlaces::Advance()
{
    const bool ends = m_text[m_at] == '\n';
    m_position = ends ? TextPosition{m_position.line + 1, 1}
                      : TextPosition{m_position.line, m_position.column + 1};
    ++m_at;
}

/** Goes behind the quotation mark that ends a string. */
void
JsonPlaces::SkipString()
{
    Advance();
    while (m_at < m_text.size() && !IsAt("\""))
    {
        if (IsAt("\\") && m_at + 1 < m_text.size())
        {
            Advance();
        }
        Advance();
    }
    if (m_at < m_text.size())
    {
        Advance();
    }
}

/** @return whether the next character is one of these */
bool
JsonPlaces::IsAt(const char* characters) const
{
    return m_at < m_text.size() && m_text[m_at] != '\0' &&
           std::strchr(characters, m_text[m_at]) != nullptr;
}

} // namespace mrc
} // namespace ns3

#endif
