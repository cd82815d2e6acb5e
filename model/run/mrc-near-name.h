/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NEAR_NAME_H
#define MRC_NEAR_NAME_H

#include "ns3/type-id.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which name was meant by a mistyped one?
 *
 * @param wrong the mistyped name
 * @param names those that exist
 * @return the name that takes the fewest changes of letters, upper and lower case taken as equal,
 * and the first of equals. The result is empty if a third of the letters and one more are not
 * enough
 */
std::string NearName(const std::string& wrong, const std::vector<std::string>& names);

/**
 * @return " (did you mean 'NAME'?)" with such a name in the place of NAME; empty if there is none
 */
std::string DidYouMean(const std::string& wrong, const std::vector<std::string>& names);

/**
 * Says where an attribute is that a class does not have.
 *
 * @param tid the class
 * @param name of the attribute
 * @return " (did you mean 'NAME'?)" of the class, or " (ns3::mrc::CLASS has it)" of another class
 * of this module, rather a profile; empty if there is neither
 */
std::string WhereAttribute(TypeId tid, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NEAR_NAME_H */
