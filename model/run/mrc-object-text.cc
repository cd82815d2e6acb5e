/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-object-text.h"

#include "mrc-attribute-text.h"
#include "mrc-near-name.h"

#include "ns3/object.h"

#include <sstream>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return what a class expects in the place of a text `Attribute=value`; empty if that is good */
std::string
ExpectedOfClass(TypeId type, const std::string& text)
{
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    TypeId::AttributeInformation info;
    // An object is made with these values: ns-3 leaves out an attribute that cannot be set then.
    if (equals == std::string::npos || !type.LookupAttributeByName(name, &info) ||
        (info.flags & TypeId::ATTR_CONSTRUCT) == 0)
    {
        return "in the place of '" + text + "' Attribute=value, with an attribute that " +
               "--PrintAttributes=" + type.GetName() + " lists" + WhereAttribute(type, name);
    }
    const std::string wanted = ExpectedText(text.substr(equals + 1), *info.checker, info.help);
    return wanted.empty() ? "" : "as " + name + " in brackets " + wanted;
}

} // namespace

std::string
ExpectedInBrackets(const std::string& text)
{
    const std::size_t open = text.find('[');
    const std::string name = text.substr(0, open);
    if (open == std::string::npos || !IsClassText(name, Object::GetTypeId()))
    {
        return "";
    }
    // ns-3's reader ends at the first closing bracket, and crashes without one.
    if (text.find_first_of("[]", open + 1) != text.size() - 1 || text.back() != ']')
    {
        return name + "[Attribute=value|Attribute=value], with no other bracket";
    }
    std::istringstream attributes(text.substr(open + 1, text.size() - open - 2));
    std::string wanted;
    for (std::string attribute; wanted.empty() && std::getline(attributes, attribute, '|');)
    {
        wanted = ExpectedOfClass(TypeId::LookupByName(name), attribute);
    }
    return wanted;
}

} // namespace mrc
} // namespace ns3
