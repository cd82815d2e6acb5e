/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ATTRIBUTE_TEXT_H
#define MRC_ATTRIBUTE_TEXT_H

#include "ns3/attribute.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Whether ns-3 can read a text as a value. Of a wrong text ns-3's readers end the program, and some
 * of them crash in a release build.
 *
 * @param text the value
 * @param checker of the attribute or global value
 * @return false if the value cannot be read or is out of range
 */
bool IsValidText(const std::string& text, const AttributeChecker& checker);

/**
 * @param text the value
 * @param checker of the attribute or global value
 * @param help of the attribute or global value
 * @return what is expected in the place of the text, in words; empty if IsValidText
 */
std::string ExpectedText(const std::string& text,
                         const AttributeChecker& checker,
                         const std::string& help);

/**
 * @param text the value
 * @return whether the value is a number with one of ns3::Time's units, or without one: in seconds
 */
bool IsTimeText(const std::string& text);

/**
 * @param text name of a class
 * @param base the class that the other one has to be derived from
 * @return whether there is such a class, and ns-3 can make an object of it by name
 */
bool IsClassText(const std::string& text, TypeId base);

/**
 * @param checker of an attribute or global value
 * @return type and range in ns-3's words, such as `ns3::UintegerValue uint16_t 108:4000`
 */
std::string TypeAndRange(const AttributeChecker& checker);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ATTRIBUTE_TEXT_H */
