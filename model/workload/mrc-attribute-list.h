/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ATTRIBUTE_LIST_H
#define MRC_ATTRIBUTE_LIST_H

#include "mrc-text-reader.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** An attribute that a line may have. */
struct AttributeRule
{
    const char* word;    //!< of the attribute
    const char* meaning; //!< of the number behind the word, with the unit; nullptr: no number
                         //!< follows
    uint64_t min;        //!< the least allowed number
    uint64_t max;        //!< the greatest allowed number
};

/**
 * The attributes of one line of text: each a word, most with a number behind the word, in any
 * order.
 */
class AttributeList
{
  public:
    /**
     * @param reader the text that the line comes from
     * @param words the line; the first word is not an attribute
     * @param rules the attributes that the line may have, each once
     * @throws ParseError if a word is unknown or repeated, or a number is missing or out of range
     */
    AttributeList(const TextReader& reader,
                  const std::vector<Token>& words,
                  const std::vector<AttributeRule>& rules);

    /**
     * @param word the attribute
     * @return whether the line has this attribute
     */
    bool Has(const std::string& word) const;

    /**
     * @param word the attribute
     * @return the number behind this attribute, if the line has it; 0 if no number follows
     */
    std::optional<uint64_t> Find(const std::string& word) const;

    /**
     * @param word the attribute
     * @return where the number of this attribute stands, which the line must have
     */
    TextPosition At(const std::string& word) const;

  private:
    struct Value
    {
        uint64_t number;
        TextPosition at;
    };

    std::map<std::string, Value> m_values;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ATTRIBUTE_LIST_H */
