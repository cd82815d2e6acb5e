/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ATTRIBUTE_LISTING_H
#define MRC_ATTRIBUTE_LISTING_H

#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Lists the same as CommandLine's `--PrintAttributes`, the attributes of a class and of its parents
 * with defaults and help, and type and range with them.
 *
 * @param type name of the class, such as ns3::mrc::QpProfile
 * @param out where the list goes
 * @throws std::invalid_argument if there is no such class
 */
void ListAttributes(const std::string& type, std::ostream& out);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ATTRIBUTE_LISTING_H */
