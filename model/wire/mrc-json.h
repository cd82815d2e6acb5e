/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_JSON_H
#define MRC_JSON_H

#include "mrc-json-places.h"
#include "mrc-json-tree.h"
#include "mrc-text-position.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

#ifdef MRC_HAS_JSON

/** An error about a value of JSON, thrown where only the value is known. */
class JsonError : public std::invalid_argument
{
  public:
    /** @param value the wrong one @param message what is wrong, and what was expected */
    JsonError(const Json& value, const std::string& message)
        : std::invalid_argument(message),
          m_value(value)
    {
    }

    /** @return the wrong value, which lives as long as its JsonText */
    const Json& Value() const
    {
        return m_value;
    }

  private:
    const Json& m_value;
};

/** A text of JSON that was read: what does it say, and where does each value stand? */
class JsonText
{
  public:
    /**
     * @param text of JSON
     * @param name of the text, for messages
     * @throws std::invalid_argument `name:line:column: what is wrong; what was expected`
     */
    JsonText(std::string text, const std::string& name);

    JsonText(const JsonText&) = delete;
    JsonText& operator=(const JsonText&) = delete;

    /** @return the value that all others are in */
    const Json& Root() const
    {
        return m_root;
    }

    /** @return the text */
    const std::string& Text() const
    {
        return m_text;
    }

    /**
     * @param value one of the tree
     * @param part of the value that is wrong
     * @param message what is wrong there, and what was expected
     * @throws std::invalid_argument always, with the place and this message
     */
    [[noreturn]] void Fail(const Json& value, JsonPart part, const std::string& message) const;

  private:
    [[noreturn]] void FailAt(TextPosition at, const std::string& message) const;
    void CheckDepth() const;

    std::string m_text;
    std::string m_name;
    Json m_root;
};

#else

/** Says that this build reads no JSON. */
[[noreturn]] inline void
RefuseJson(const std::string& name)
{
    throw std::invalid_argument(name + ": this build of mrc reads no JSON; expected Boost's "
                                       "headers, 1.74 or later, when it was built (libboost-dev)");
}

#endif

} // namespace mrc
} // namespace ns3

#endif /* MRC_JSON_H */
