/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-xml-tags.h"

#include <cstddef>
#include <cstring>
#include <set>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Tags in tags: GraphML has four; each takes some of the stack of a reader. */
constexpr unsigned DEEPEST = 64;

/** Characters that XML writes by a name. */
const std::pair<const char*, char> ENTITIES[] = {
    {"&lt;", '<'},
    {"&gt;", '>'},
    {"&amp;", '&'},
    {"&quot;", '"'},
    {"&apos;", '\''},
};

std::string
Decoded(const std::string& text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size();)
    {
        const std::size_t before = i;
        for (const auto& [name, character] : ENTITIES)
        {
            if (text.compare(i, std::strlen(name), name) == 0)
            {
                plain += character;
                i += std::strlen(name);
                break;
            }
        }
        // An entity that is not one of the five stays as it is.
        if (i == before)
        {
            plain += text[i++];
        }
    }
    return plain;
}

/** Goes through the tags of one text; an instance is used once. */
class TagScanner
{
  public:
    TagScanner(const std::string& text, const std::string& name)
        : m_text(text),
          m_name(name)
    {
    }

    // Only positions are looked for: Boost reads the text again, and says what is no GraphML.
    GraphTags Scan()
    {
        while (m_next < m_text.size())
        {
            // Tags inside comments and raw text are none.
            if (SkipFrom("<!--", "-->") || SkipFrom("<![CDATA[", "]]>") || SkipFrom("<?", "?>"))
            {
                continue;
            }
            if (m_text[m_next] == '<')
            {
                ReadTag();
            }
            else
            {
                Step();
            }
        }
        return std::move(m_tags);
    }

  private:
    bool StartsWith(const char* text) const
    {
        return m_text.compare(m_next, std::strlen(text), text) == 0;
    }

    void Step()
    {
        const bool isLine = m_text[m_next++] == '\n';
        m_at = isLine ? TextPosition{m_at.line + 1, 1} : TextPosition{m_at.line, m_at.column + 1};
    }

    /** @return whether this stood here; an open part ends with the text */
    bool SkipFrom(const char* begin, const char* end)
    {
        if (!StartsWith(begin))
        {
            return false;
        }
        while (m_next < m_text.size() && !StartsWith(end))
        {
            Step();
        }
        return true;
    }

    /** Reads from `<` to `>`, which may stand in values as well. */
    void ReadTag()
    {
        const TextPosition at = m_at;
        std::string tag;
        char quote = '\0';
        for (Step(); m_next < m_text.size() && (quote != '\0' || m_text[m_next] != '>'); Step())
        {
            const char c = m_text[m_next];
            tag += c;
            // Only the quote that opened a value closes the value: the other kind is a character.
            if (quote == c)
            {
                quote = '\0';
            }
            else if (quote == '\0' && (c == '"' || c == '\''))
            {
                quote = c;
            }
        }
        Count(tag, at);
        const std::string kind = tag.substr(0, tag.find_first_of(" \t\r\n/"));
        if (kind == "graph" && !m_hasGraph)
        {
            m_hasGraph = true;
            m_tags.graph = at;
        }
        else if (kind == "node")
        {
            Mention(tag, "id", at);
        }
        else if (kind == "edge")
        {
            Mention(tag, "source", at);
            Mention(tag, "target", at);
            // Edges have no names: the tags stand in the order in which Boost reads the edges.
            m_tags.edges.push_back(at);
        }
    }

    void Count(const std::string& tag, TextPosition at)
    {
        if (tag.empty() || tag.front() == '!')
        {
            // Declarations have no end tag.
            return;
        }
        if (tag.front() == '/')
        {
            // A closing tag too many is Boost's to refuse.
            m_depth -= m_depth == 0 ? 0 : 1;
        }
        else if (tag.back() != '/' && ++m_depth > DEEPEST)
        {
            throw ParseError(m_name,
                             at,
                             "tags lie more than " + std::to_string(DEEPEST) +
                                 " deep in each other; expected GraphML");
        }
    }

    /** A node exists from its first mention on, even if an edge mentions the node. */
    void Mention(const std::string& tag, const char* attribute, TextPosition at)
    {
        const char* const blanks = " \t\r\n";
        for (std::size_t i = tag.find_first_of(blanks); i < tag.size();)
        {
            const std::size_t name = tag.find_first_not_of(blanks, i);
            const std::size_t equals = tag.find('=', i);
            const std::size_t open = tag.find_first_of("\"'", i);
            if (name == std::string::npos || open == std::string::npos || equals > open)
            {
                break;
            }
            const std::size_t close = tag.find(tag[open], open + 1);
            if (close == std::string::npos)
            {
                break;
            }
            const std::string found = tag.substr(name, equals - name);
            if (found.substr(0, found.find_last_not_of(blanks) + 1) == attribute)
            {
                const std::string id = Decoded(tag.substr(open + 1, close - open - 1));
                if (m_known.insert(id).second)
                {
                    m_tags.nodes.push_back({id, at});
                }
                return;
            }
            i = close + 1;
        }
        throw ParseError(m_name, at, std::string("a tag without ") + attribute + "; expected one");
    }

    const std::string& m_text;
    const std::string& m_name;
    std::size_t m_next{0}; //!< character
    TextPosition m_at;     //!< of that character
    unsigned m_depth{0};
    bool m_hasGraph{false};
    GraphTags m_tags;
    std::set<std::string> m_known; //!< ids
};

} // namespace

GraphTags
TagsOf(const std::string& text, const std::string& name)
{
    return TagScanner(text, name).Scan();
}

} // namespace mrc
} // namespace ns3
