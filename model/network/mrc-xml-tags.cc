/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-xml-tags.h"

#include "mrc-xml-reference.h"

#include <cstddef>
#include <cstring>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** Tags in tags: GraphML has four; each takes some of the stack of a reader. */
constexpr unsigned DEEPEST = 64;

/** Begins the only declaration that is read. */
constexpr const char* DOCTYPE = "!DOCTYPE";

/** @return a value with characters in the place of references, all of which are known */
std::string
Decoded(const std::string& text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size();)
    {
        const auto reference = text[i] == '&' ? ReferenceAt(text, i) : std::nullopt;
        plain += reference ? reference->character : text.substr(i, 1);
        i += reference ? reference->length : 1;
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

    // Boost reads the text again for its values. Boost does not compare tags that belong together,
    // and makes what is only mentioned: a wrong letter would be another fabric.
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
                CheckReference();
                Step();
            }
        }
        CheckTheEnd();
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
        // The end does not begin inside the beginning: `<!-->` is an open comment.
        for (std::size_t left = std::strlen(begin); left > 0; --left)
        {
            Step();
        }
        while (m_next < m_text.size() && !StartsWith(end))
        {
            Step();
        }
        return true;
    }

    /** Boost would take a reference that it does not know for text. */
    void CheckReference() const
    {
        if (m_text[m_next] == '&' && !ReferenceAt(m_text, m_next))
        {
            Fail(m_at,
                 "'&' of no character; expected &amp;, &lt;, &gt;, &quot;, &apos;, or a number as "
                 "in &#8594; or &#x2192;");
        }
    }

    /** Declarations name entities and values that Boost does not know. */
    void CheckDeclaration(const std::string& tag, TextPosition at) const
    {
        if (tag.compare(0, std::strlen(DOCTYPE), DOCTYPE) != 0 || tag.back() == '[')
        {
            Fail(at, "a declaration; expected none but <!DOCTYPE ...> without '['");
        }
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
            if (tag.front() != '!')
            {
                CheckReference(); // a declaration has none: the address of a DTD may hold `&`
            }
            else if (c == '[')
            {
                // In quotes, too: Boost looks for `]` there.
                CheckDeclaration(tag, at);
            }
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
        if (m_next == m_text.size())
        {
            Fail(at, "the text ends in a tag; expected '>' behind it");
        }
        const std::string parent = m_open.empty() ? "" : m_open.back();
        Nest(tag, at);
        const std::string kind = KindOf(tag);
        if (kind == "graph" && !m_hasGraph)
        {
            m_hasGraph = true;
            m_tags.graph = at;
            if (parent == "graphml")
            {
                Attribute(tag, "edgedefault", at); // which Boost takes for granted
            }
        }
        else if (kind == "node")
        {
            const std::string id = Attribute(tag, "id", at);
            if (!m_declared.insert(id).second)
            {
                Fail(at, "node " + Quoted(id) + " a second time; expected each id once");
            }
            m_tags.nodes.push_back({id, at});
        }
        else if (kind == "edge")
        {
            m_ends.push_back({Attribute(tag, "source", at), at});
            m_ends.push_back({Attribute(tag, "target", at), at});
            // Edges have no names: the tags stand in the order in which Boost reads the edges.
            m_tags.edges.push_back(at);
        }
        else if (kind == "key")
        {
            if (parent != "graphml")
            {
                Fail(at,
                     "a key inside " + Quoted("<" + parent + ">") +
                         ", where Boost.Graph finds none; expected keys in front of the graph");
            }
            m_keys.insert(Attribute(tag, "id", at));
            m_isForAll = Attribute(tag, "for", at) == "all";
        }
        else if (kind == "default" && parent == "key" && m_isForAll)
        {
            Fail(at,
                 "a default of a key for=\"all\", which Boost.Graph gives to nothing; expected a "
                 "key for=\"node\" and one for=\"edge\"");
        }
        else if (kind == "data")
        {
            m_data.push_back({Attribute(tag, "key", at), at});
        }
        else if (kind == "hyperedge")
        {
            Fail(at, "a hyperedge; expected edges, each between two nodes");
        }
    }

    /** @return the name of a tag, empty of one that closes */
    static std::string KindOf(const std::string& tag)
    {
        return tag.substr(0, tag.find_first_of(" \t\r\n/"));
    }

    void Nest(const std::string& tag, TextPosition at)
    {
        if (tag.empty())
        {
            return;
        }
        if (tag.front() == '!')
        {
            // Declarations have no end tag.
            CheckDeclaration(tag, at);
            return;
        }
        if (tag.front() == '/')
        {
            const std::string closed = KindOf(tag.substr(1));
            if (m_open.empty() || m_open.back() != closed)
            {
                Fail(at,
                     Quoted("</" + closed + ">") + "; expected " +
                         (m_open.empty() ? "no more tags" : Quoted("</" + m_open.back() + ">")));
            }
            m_open.pop_back();
        }
        else if (tag.back() != '/')
        {
            m_open.push_back(KindOf(tag));
            if (m_open.size() > DEEPEST)
            {
                Fail(at,
                     "tags lie more than " + std::to_string(DEEPEST) +
                         " deep in each other; expected GraphML");
            }
        }
    }

    /** What tags further on could still have made good: ends of tags, nodes of edges, keys. */
    void CheckTheEnd() const
    {
        if (!m_open.empty())
        {
            Fail(m_at, "the text ends; expected " + Quoted("</" + m_open.back() + ">"));
        }
        for (const Token& end : m_ends)
        {
            if (m_declared.count(end.text) == 0)
            {
                Fail(end.at, "an edge of " + Quoted(end.text) + "; expected the id of a node");
            }
        }
        for (const Token& key : m_data)
        {
            if (m_keys.count(key.text) == 0)
            {
                Fail(key.at, "data of " + Quoted(key.text) + "; expected the id of a key");
            }
        }
    }

    /** @return the value of an attribute that a tag must have */
    std::string Attribute(const std::string& tag, const char* attribute, TextPosition at) const
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
                return Decoded(tag.substr(open + 1, close - open - 1));
            }
            i = close + 1;
        }
        Fail(at, std::string("a tag without ") + attribute + "; expected one");
    }

    [[noreturn]] void Fail(TextPosition at, const std::string& message) const
    {
        throw ParseError(m_name, at, message);
    }

    const std::string& m_text;
    const std::string& m_name;
    std::size_t m_next{0};           //!< character
    TextPosition m_at;               //!< of that character
    std::vector<std::string> m_open; //!< names of tags that are still to be closed
    bool m_hasGraph{false};
    bool m_isForAll{false}; //!< of the last key
    GraphTags m_tags;
    std::set<std::string> m_declared; //!< those that node tags have
    std::set<std::string> m_keys;     //!< ids of keys
    std::vector<Token> m_ends;        //!< ids of nodes that edges name
    std::vector<Token> m_data;        //!< ids of keys that data name
};

} // namespace

GraphTags
TagsOf(const std::string& text, const std::string& name)
{
    return TagScanner(text, name).Scan();
}

} // namespace mrc
} // namespace ns3
