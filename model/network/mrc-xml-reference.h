/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_XML_REFERENCE_H
#define MRC_XML_REFERENCE_H

#include <cstddef>
#include <optional>
#include <string>

namespace ns3
{
namespace mrc
{

/** What stands in a text of XML for a character: `&lt;`, `&#8594;` or `&#x2192;`. */
struct XmlReference
{
    std::string character; //!< in UTF-8
    std::size_t length;    //!< bytes that the reference takes in the text
};

/**
 * @param text of XML
 * @param at where an `&` stands in it
 * @return what stands there; nothing, unless that is one of XML's five names or the number of a
 * character of XML 1.0
 */
std::optional<XmlReference> ReferenceAt(const std::string& text, std::size_t at);

} // namespace mrc
} // namespace ns3

#endif /* MRC_XML_REFERENCE_H */
