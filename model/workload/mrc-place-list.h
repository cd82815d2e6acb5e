/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PLACE_LIST_H
#define MRC_PLACE_LIST_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Lists of places of operations: of each operation those that it waits for.
 *
 * The lists lie behind each other. Nearly all operations of a training step wait for one other, and
 * a step has millions of them.
 */
class PlaceLists
{
  public:
    /** The list of one operation, until the next Add. */
    class List
    {
      public:
        /** @param first, last the first place, and the end behind the last one */
        List(const uint32_t* first, const uint32_t* last)
            : m_first(first),
              m_last(last)
        {
        }

        /** @return the first place */
        const uint32_t* begin() const
        {
            return m_first;
        }

        /** @return the end behind the last place */
        const uint32_t* end() const
        {
            return m_last;
        }

      private:
        const uint32_t* m_first;
        const uint32_t* m_last;
    };

    /**
     * @param places those that the next operation waits for
     * @throws std::length_error if all lists together have 2^32 places
     */
    void Add(const std::vector<uint32_t>& places)
    {
        if (places.size() > std::numeric_limits<uint32_t>::max() - m_places.size())
        {
            throw std::length_error("operations wait 4294967296 times for one another; expected "
                                    "fewer waits: fewer ranks");
        }
        m_places.insert(m_places.end(), places.begin(), places.end());
        m_ends.push_back(static_cast<uint32_t>(m_places.size()));
    }

    /** @param operation the number of its list, from 0 @return the list */
    List Of(uint32_t operation) const
    {
        const uint32_t first = operation == 0 ? 0 : m_ends[operation - 1];
        return {m_places.data() + first, m_places.data() + m_ends[operation]};
    }

    /** Gives back the room for more lists. */
    void ShrinkToFit()
    {
        m_places.shrink_to_fit();
        m_ends.shrink_to_fit();
    }

  private:
    std::vector<uint32_t> m_places; //!< of all lists
    std::vector<uint32_t> m_ends;   //!< by operation: how many places there are with its own
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PLACE_LIST_H */
