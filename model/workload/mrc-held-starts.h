/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HELD_STARTS_H
#define MRC_HELD_STARTS_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which starts are due and wait for the gate of their trigger [own-part]?
 *
 * Nothing is kept of a gate that nobody waits at.
 *
 * @tparam Start of a transfer
 */
template <typename Start>
class HeldStarts
{
  public:
    /** @param gate that is closed @param starts that come once it opens */
    void Hold(uint32_t gate, const std::vector<Start>& starts)
    {
        if (starts.empty())
        {
            return; // as of a barrier that waits for more
        }
        std::vector<Start>& held = m_held[gate];
        held.insert(held.end(), starts.begin(), starts.end());
    }

    /** @param gate that opens @return the starts that were held there, in the order they came */
    std::vector<Start> Take(uint32_t gate)
    {
        const auto found = m_held.find(gate);
        if (found == m_held.end())
        {
            return {};
        }
        std::vector<Start> held = std::move(found->second);
        m_held.erase(found);
        return held;
    }

    /** @return at how many gates starts are held */
    std::size_t Gates() const
    {
        return m_held.size();
    }

  private:
    std::unordered_map<uint32_t, std::vector<Start>> m_held; //!< by gate
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HELD_STARTS_H */
