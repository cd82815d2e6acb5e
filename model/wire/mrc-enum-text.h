/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ENUM_TEXT_H
#define MRC_ENUM_TEXT_H

#include <cstddef>
#include <ostream>

namespace ns3
{
namespace mrc
{

/**
 * Prints the name of an enumerator; "UNKNOWN" for a value without a name.
 *
 * @param out where to
 * @param names of the enumerators from 0 on
 * @param value one of an enum
 * @return the stream
 */
template <typename Enum, std::size_t N>
std::ostream&
PrintName(std::ostream& out, const char* const (&names)[N], Enum value)
{
    const auto index = static_cast<std::size_t>(value);
    return out << (index < N ? names[index] : "UNKNOWN");
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_ENUM_TEXT_H */
