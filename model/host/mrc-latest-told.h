/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LATEST_TOLD_H
#define MRC_LATEST_TOLD_H

#include "ns3/mrc-ids.h"

#include <cstddef>
#include <iterator>
#include <list>
#include <unordered_map>
#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * What other processes told of their queue pairs last: users get references, and soon read them.
 *
 * @tparam T what is told
 */
template <typename T>
class LatestTold
{
  public:
    /** A run asks for millions, each once or twice. Counters of so many take 1 MB; own choice. */
    static constexpr std::size_t MOST = 4096;

    /**
     * @param slot of the queue pair
     * @param told of it
     * @return the same, until MOST others have been told of, or the slot is told of anew
     */
    const T& Keep(SlotIndex slot, const T& told)
    {
        const auto known = m_places.find(slot);
        if (known != m_places.end())
        {
            m_told.splice(m_told.end(), m_told, known->second);
            return m_told.back().second = told;
        }
        if (m_told.size() == MOST)
        {
            m_places.erase(m_told.front().first);
            m_told.pop_front();
        }
        m_told.emplace_back(slot, told);
        m_places.emplace(slot, std::prev(m_told.end()));
        return m_told.back().second;
    }

  private:
    using List = std::list<std::pair<SlotIndex, T>>;

    List m_told; //!< the latest at the end
    std::unordered_map<SlotIndex, typename List::iterator> m_places;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LATEST_TOLD_H */
