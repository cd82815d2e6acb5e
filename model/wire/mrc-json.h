/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_JSON_H
#define MRC_JSON_H

#if __has_include(<boost/property_tree/json_parser.hpp>)
#include <boost/version.hpp>
// Older ones, such as that in ns-3's wheel for Python, are no C++20.
#if BOOST_VERSION >= 107400 || __cplusplus < 202002L
#define MRC_HAS_JSON
#define BOOST_BIND_GLOBAL_PLACEHOLDERS // Boost 1.74's own header warns of its use otherwise
#include <boost/property_tree/json_parser.hpp>
#endif
#endif

#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

#ifdef MRC_HAS_JSON

/** A value of JSON, and those inside it; numbers are texts. */
using Json = boost::property_tree::ptree;

/** Values in values: the formats that are read have four; each takes some of the stack. */
constexpr unsigned DEEPEST_JSON = 64;

/** Refuses a text of JSON with values too deep in each other; std::invalid_argument. */
inline void
CheckJsonDepth(const std::string& text, const std::string& name)
{
    unsigned depth = 0;
    unsigned line = 1;
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        const char c = text[i];
        line += c == '\n';
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
            throw std::invalid_argument(name + ", line " + std::to_string(line) + ": more than " +
                                        std::to_string(DEEPEST_JSON) + " values in each other");
        }
    }
}

/**
 * @param text of JSON
 * @param name of the text, for the message
 * @return the content of the text
 * @throws std::invalid_argument naming the line and the expected text
 */
inline Json
ReadJson(const std::string& text, const std::string& name)
{
    CheckJsonDepth(text, name);
    std::istringstream in(text);
    Json root;
    try
    {
        boost::property_tree::read_json(in, root);
    }
    catch (const boost::property_tree::json_parser_error& error)
    {
        throw std::invalid_argument(name + ", line " + std::to_string(error.line()) + ": " +
                                    error.message());
    }
    return root;
}

#else

/** Says that this build reads no JSON. */
[[noreturn]] inline void
RefuseJson(const std::string& name)
{
    throw std::invalid_argument(name + ": this build of mrc reads no JSON; expected Boost's "
                                       "headers, 1.74 or later, when it was built (libboost-dev)");
}

#endif

} // namespace mrc
} // namespace ns3

#endif /* MRC_JSON_H */
