/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_JSON_H
#define MRC_JSON_H

#if __has_include(<boost/property_tree/json_parser.hpp>)
#define MRC_HAS_JSON
#define BOOST_BIND_GLOBAL_PLACEHOLDERS // Boost 1.74's own header warns of its use otherwise
#include <boost/property_tree/json_parser.hpp>
#endif

#include <istream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

#ifdef MRC_HAS_JSON

/** A value of JSON, and those inside it; numbers are texts. */
using Json = boost::property_tree::ptree;

/**
 * @param in a text of JSON
 * @param name of the text, for the message
 * @return what it says
 * @throws std::invalid_argument naming the line and what was expected
 */
inline Json
ReadJson(std::istream& in, const std::string& name)
{
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
                                       "headers when it was built (apt-get install libboost-dev)");
}

#endif

} // namespace mrc
} // namespace ns3

#endif /* MRC_JSON_H */
