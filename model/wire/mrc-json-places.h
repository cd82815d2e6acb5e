/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_JSON_PLACES_H
#define MRC_JSON_PLACES_H

#include "mrc-json-tree.h"
#include "mrc-text-position.h"

#ifdef MRC_HAS_JSON

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

/** Which part of a member of JSON is wrong? */
enum class JsonPart : uint8_t
{
    NAME,  //!< what stands before the colon; the value where there is no name
    VALUE, //!< what stands behind it
};

/**
 * @param text of JSON
 * @return the index of the first character: Boost leaves a byte-order mark out too
 */
std::size_t BeginOfJson(const std::string& text);

/** Where are the values of a text? Boost's tree keeps no places, so the text is gone through. */
class JsonPlaces
{
  public:
    /** @param text of JSON in which nothing is wrong; must outlive this */
    explicit JsonPlaces(const std::string& text);

    /**
     * @param part of a value
     * @return where that part of the next value begins. A value comes before those inside it
     */
    TextPosition Next(JsonPart part);

    /** Leaves out a value that Next has told of, with all inside it. @param value that one */
    void SkipInside(const Json& value);

  private:
    void Advance();
    void SkipString();
    bool IsAt(const char* characters) const;

    const std::string& m_text;
    std::size_t m_at; //!< index of the next character
    TextPosition m_position;
};

} // namespace mrc
} // namespace ns3

#endif

#endif /* MRC_JSON_PLACES_H */
