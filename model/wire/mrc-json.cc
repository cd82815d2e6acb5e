/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-json.h"

#ifdef MRC_HAS_JSON

#define BOOST_BIND_GLOBAL_PLACEHOLDERS // Boost 1.74's own header warns of its use otherwise
#include <boost/property_tree/json_parser.hpp>
#include <sstream>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Values in values: the formats that are read have four; each takes some of the stack. */
constexpr unsigned DEEPEST_JSON = 64;

/** @return the place of a character */
TextPosition
PositionOf(const std::string& text, std::size_t index)
{
    TextPosition position;
    for (std::size_t i = BeginOfJson(text); i < index; ++i)
    {
        position = text[i] == '\n' ? TextPosition{position.line + 1, 1}
                                   : TextPosition{position.line, position.column + 1};
    }
    return position;
}

/** @return whether the value is in the tree; the places go on to the value if it is */
bool
FindPlace(const Json& tree, const Json& value, JsonPart part, JsonPlaces& places, TextPosition& at)
{
    at = places.Next(part);
    if (&tree == &value)
    {
        return true;
    }
    for (const auto& [name, inner] : tree)
    {
        if (FindPlace(inner, value, part, places, at))
        {
            return true;
        }
    }
    return false;
}

} // namespace

JsonText::JsonText(std::string text, const std::string& name)
    : m_text(std::move(text)),
      m_name(name)
{
    CheckDepth();
    std::istringstream in(m_text);
    try
    {
        boost::property_tree::read_json(in, m_root);
    }
    catch (const boost::property_tree::json_parser_error& error)
    {
        // The error has a line and no column. The parser takes byte by byte, so the stream stands
        // where the parser does.
        const auto at = in.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
        const bool isExpected = error.message().rfind("expected", 0) == 0;
        FailAt(PositionOf(m_text, static_cast<std::size_t>(at)),
               error.message() + (isExpected ? "" : "; expected JSON"));
    }
}

/** The parser calls itself for each value in a value. */
void
JsonText::CheckDepth() const
{
    unsigned depth = 0;
    bool isQuoted = false;
    for (std::size_t i = 0; i < m_text.size(); ++i)
    {
        const char c = m_text[i];
        if (c == '"')
        {
            isQuoted = !isQuoted;
        }
        else if (isQuoted)
        {
            i += c == '\\'; // a character behind a backslash ends no string
        }
        else if (c == '[' || c == '{')
        {
            ++depth;
        }
        else if ((c == ']' || c == '}') && depth > 0)
        {
            --depth;
        }
        if (depth > DEEPEST_JSON)
        {
            FailAt(PositionOf(m_text, i),
                   "more than " + std::to_string(DEEPEST_JSON) +
                       " values in each other; expected fewer");
        }
    }
}

void
JsonText::Fail(const Json& value, JsonPart part, const std::string& message) const
{
    JsonPlaces places(m_text);
    TextPosition at;
    FindPlace(m_root, value, part, places, at);
    FailAt(at, message);
}

void
JsonText::FailAt(TextPosition at, const std::string& message) const
{
    throw std::invalid_argument(m_name + ":" + std::to_string(at.line) + ":" +
                                std::to_string(at.column) + ": " + message);
}

} // namespace mrc
} // namespace ns3

#endif
