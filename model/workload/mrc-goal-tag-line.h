/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_TAG_LINE_H
#define MRC_GOAL_TAG_LINE_H

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>

namespace ns3
{
namespace mrc
{

/**
 * Which message came first, of all in a line or of those with a tag? The answer takes as long in a
 * long line as in a short one.
 */
class GoalTagLine
{
  public:
    static constexpr uint64_t ANY = uint64_t{1} << 32; //!< a tag above all others

    /**
     * A message goes to the end of the line.
     *
     * @param tag of the message, or ANY
     * @param message number of the message
     */
    void Add(uint64_t tag, uint32_t message);

    /** @return the first message, which is taken out; nothing if the line is empty */
    std::optional<uint32_t> TakeFirst();

    /** @return the first message with a tag, which is taken out. @param tag which */
    std::optional<uint32_t> TakeFirst(uint64_t tag);

    /** @return the first message with one of two tags, which is taken out. @param a, b the tags */
    std::optional<uint32_t> TakeFirst(uint64_t a, uint64_t b);

    /** @return messages by their places in the line */
    const std::map<uint64_t, uint32_t>& All() const
    {
        return m_all;
    }

  private:
    uint64_t PlaceOf(uint64_t tag) const;
    std::optional<uint32_t> TakeAt(uint64_t place, uint64_t tag);

    std::map<uint64_t, uint32_t> m_all;                            //!< by place
    std::unordered_map<uint64_t, std::deque<uint64_t>> m_placesOf; //!< by tag
    std::unordered_map<uint32_t, uint64_t> m_tagOf;                //!< by message
    uint64_t m_next{0};                                            //!< place
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_TAG_LINE_H */
