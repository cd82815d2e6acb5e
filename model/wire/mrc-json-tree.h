/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_JSON_TREE_H
#define MRC_JSON_TREE_H

#if __has_include(<boost/property_tree/ptree.hpp>)
#include <boost/version.hpp>
// Older ones, such as that in ns-3's wheel for Python, are no C++20.
#if BOOST_VERSION >= 107400 || __cplusplus < 202002L
#define MRC_HAS_JSON
#include <boost/property_tree/ptree.hpp>
#endif
#endif

#ifdef MRC_HAS_JSON

namespace ns3
{
namespace mrc
{

/** A value of JSON, and those inside it; numbers are texts. */
using Json = boost::property_tree::ptree;

} // namespace mrc
} // namespace ns3

#endif

#endif /* MRC_JSON_TREE_H */
