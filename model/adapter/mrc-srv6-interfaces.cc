/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-interfaces.h"

#include "ns3/mrc-srv6-values.h"

namespace ns3
{
namespace mrc
{

uint32_t
InterfaceOf(const InterfaceNames& names, const std::string& word)
{
    const auto found = names.find(word);
    if (found != names.end())
    {
        return found->second;
    }
    std::string expected = "the number of an interface";
    for (const auto& [name, number] : names)
    {
        expected += ", " + name;
    }
    return NumberOf(word, UINT16_MAX, expected);
}

} // namespace mrc
} // namespace ns3
