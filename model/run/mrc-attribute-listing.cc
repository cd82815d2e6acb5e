/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-attribute-listing.h"

#include "mrc-attribute-text.h"

#include "ns3/type-id.h"

#include <map>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** Lists the attributes that the class itself has, in the format of ns-3's CommandLine. */
void
ListOwn(TypeId type, std::ostream& out)
{
    // TypeId keeps the order of registration; a reader looks names up by the alphabet.
    std::map<std::string, TypeId::AttributeInformation> sorted;
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        sorted.emplace(type.GetAttributeFullName(i), type.GetAttribute(i));
    }
    for (const auto& [name, info] : sorted)
    {
        out << "    --" << name << "=[" << info.initialValue->SerializeToString(info.checker)
            << "]\n        " << info.help << "\n        " << TypeAndRange(*info.checker) << '\n';
    }
}

} // namespace

void
ListAttributes(const std::string& type, std::ostream& out)
{
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(type, &tid))
    {
        throw std::invalid_argument("--PrintAttributes=" + type +
                                    "; expected a class that --PrintTypeIds lists, such as "
                                    "ns3::mrc::FabricProfile");
    }
    out << "Attributes for TypeId " << type << '\n';
    ListOwn(tid, out);
    // The root of the hierarchy is its own parent, and ends the walk.
    while (tid.GetParent() != tid)
    {
        tid = tid.GetParent();
        if (tid.GetAttributeN() > 0)
        {
            out << "Attributes defined in parent class " << tid.GetName() << '\n';
            ListOwn(tid, out);
        }
    }
}

} // namespace mrc
} // namespace ns3
