/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-attribute-text.h"

#include "mrc-number-text.h"
#include "mrc-object-text.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/string.h"

#include <cmath>
#include <map>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return whether a text is one of the names of an enumeration, such as "A|B|C" */
bool
IsNamed(const std::string& text, const std::string& names)
{
    // Bars at both ends let only whole names match; a text with a bar of its own could match two at
    // once.
    return !text.empty() && text.find('|') == std::string::npos &&
           ('|' + names + '|').find('|' + text + '|') != std::string::npos;
}

/**
 * ns-3 reads a text with operator>> of the value's type. Of a text that does not fit, some of these
 * readers end the program and others crash. So the text is judged before they see it.
 *
 * @return whether ns-3's reader of this type of value comes back at all
 */
bool
IsReadable(const std::string& text, const AttributeChecker& checker)
{
    const std::string type = checker.GetValueTypeName();
    const auto is = [&type](const char* name) { return type.find(name) != std::string::npos; };
    if (is("EnumValue")) // EnumValue<type> in later releases of ns-3, so only a part is compared
    {
        return IsNamed(text, checker.GetUnderlyingTypeInformation());
    }
    if (is("StringValue"))
    {
        // Of a text that the checker does not take, ns-3's reader wants one word. Brackets are
        // those of a transport with attributes.
        return checker.Check(StringValue(text)) && ExpectedInBrackets(text).empty();
    }
    if (text.find_first_of(" \t\r\n") != std::string::npos)
    {
        return false; // the others read one word, and want that word to be the last
    }
    if (is("TimeValue"))
    {
        return IsTimeText(text);
    }
    if (is("UintegerValue"))
    {
        return ReadWhole(text).has_value();
    }
    if (is("::IntegerValue"))
    {
        // ReadWhole takes no sign; the range of 64 bits with a sign is left to the checker.
        return ReadWhole(text.substr(text.find('-') == 0 ? 1 : 0)).has_value();
    }
    if (is("DoubleValue"))
    {
        return ReadReal(text).has_value();
    }
    // Types that are not named here are left to ns-3.
    return !is("PointerValue") ||
           (IsClassText(text.substr(0, text.find('[')), Object::GetTypeId()) &&
            ExpectedInBrackets(text).empty());
}

} // namespace

bool
IsTimeText(const std::string& text)
{
    // The units of ns3::Time in seconds; a year has 365 days there.
    static const std::map<std::string, double> UNITS{{"y", 31536000},
                                                     {"d", 86400},
                                                     {"h", 3600},
                                                     {"min", 60},
                                                     {"", 1},
                                                     {"s", 1},
                                                     {"ms", 1e-3},
                                                     {"us", 1e-6},
                                                     {"ns", 1e-9},
                                                     {"ps", 1e-12},
                                                     {"fs", 1e-15}};
    const std::size_t end = text.find_first_not_of("+-0123456789.eE");
    const auto unit = UNITS.find(end == std::string::npos ? "" : text.substr(end));
    const auto number = ReadReal(text.substr(0, end));
    // Time counts its resolution in an int64, and ns-3 does not tell of an overflow.
    return unit != UNITS.end() && number &&
           std::abs(*number) * unit->second < Time::Max().ToDouble(Time::S);
}

bool
IsClassText(const std::string& text, TypeId base)
{
    TypeId type;
    return TypeId::LookupByNameFailSafe(text, &type) && type.IsChildOf(base) &&
           type.HasConstructor();
}

bool
IsValidText(const std::string& text, const AttributeChecker& checker)
{
    // Some releases of ns-3 read a rate of nothing as a rate.
    const bool isSomething =
        !text.empty() || checker.GetValueTypeName().find("StringValue") != std::string::npos;
    return isSomething && IsReadable(text, checker) && checker.CreateValidValue(StringValue(text));
}

std::string
ExpectedText(const std::string& text, const AttributeChecker& checker, const std::string& help)
{
    if (IsValidText(text, checker))
    {
        return "";
    }
    const std::string inside = ExpectedInBrackets(text);
    return inside.empty() ? TypeAndRange(checker) + ": " + help : inside;
}

/** A type without a range may give its own name as range: the name is not said twice. */
std::string
TypeAndRange(const AttributeChecker& checker)
{
    const std::string type = checker.GetValueTypeName();
    const std::string range = checker.GetUnderlyingTypeInformation();
    return range.empty() || range == type ? type : type + ' ' + range;
}

} // namespace mrc
} // namespace ns3
