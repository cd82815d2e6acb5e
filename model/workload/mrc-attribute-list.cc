/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-attribute-list.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the rule of a word; an unknown one is refused, since a misspelt word would be lost */
const AttributeRule&
RuleOf(const TextReader& reader, const Token& word, const std::vector<AttributeRule>& rules)
{
    const auto rule = std::find_if(rules.begin(), rules.end(), [&](const AttributeRule& candidate) {
        return word.text == candidate.word;
    });
    if (rule != rules.end())
    {
        return *rule;
    }
    std::string known;
    for (const auto& candidate : rules)
    {
        known += std::string(known.empty() ? "'" : ", '") + candidate.word + "'";
    }
    reader.Fail(word.at, "unknown attribute " + Quoted(word.text) + "; expected one of " + known);
}

} // namespace

AttributeList::AttributeList(const TextReader& reader,
                             const std::vector<Token>& words,
                             const std::vector<AttributeRule>& rules)
{
    for (size_t i = 1; i < words.size(); ++i) // the first word gives the kind of the line
    {
        const Token& word = words[i];
        const AttributeRule& rule = RuleOf(reader, word, rules);
        Value value{0, word.at}; // an attribute without a number stands where the attribute's word
                                 // stands
        // Two values for one word could not both be obeyed.
        if (Has(word.text))
        {
            reader.Fail(word.at, "second " + Quoted(word.text) + "; expected one");
        }
        if (rule.meaning != nullptr)
        {
            if (++i == words.size()) // the next word is the number, not an attribute
            {
                reader.Fail(reader.End(),
                            Quoted(word.text) + " without a value; expected a " + rule.meaning);
            }
            value = {reader.Number(words[i], rule.meaning, rule.min, rule.max), words[i].at};
        }
        m_values[word.text] = value;
    }
}

bool
AttributeList::Has(const std::string& word) const
{
    return m_values.count(word) != 0;
}

std::optional<uint64_t>
AttributeList::Find(const std::string& word) const
{
    const auto found = m_values.find(word);
    return found == m_values.end() ? std::nullopt : std::optional<uint64_t>(found->second.number);
}

TextPosition
AttributeList::At(const std::string& word) const
{
    return m_values.at(word).at;
}

} // namespace mrc
} // namespace ns3
