/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_COUNTED_DRAWS_H
#define MRC_COUNTED_DRAWS_H

#include "ns3/mrc-hash.h"

#include <cstdint>
#include <initializer_list>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Draws in words, one after another from one key. */
class CountedDraws
{
  public:
    /** @param seed names the sequence */
    explicit CountedDraws(uint64_t seed)
        : m_draws(seed)
    {
    }

    /** @return 0 .. bound - 1; 0 if the bound is 0 */
    uint32_t Below(uint32_t bound)
    {
        return m_draws.Below(bound, m_count++);
    }

    /** @return least .. most */
    uint32_t Between(uint32_t least, uint32_t most)
    {
        return least + Below(most - least + 1);
    }

    /** @return true so often of a hundred times */
    bool Chance(uint32_t percent)
    {
        return Below(100) < percent;
    }

    /** @return one of them; a choice that is named twice comes twice as often */
    template <typename T>
    T OneOf(std::initializer_list<T> choices)
    {
        return *(choices.begin() + Below(static_cast<uint32_t>(choices.size())));
    }

    /** @return draws of their own: what they draw moves none of these */
    KeyedDraws Child(uint64_t name) const
    {
        return m_draws.Child(name);
    }

  private:
    KeyedDraws m_draws;
    uint64_t m_count{0};
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_COUNTED_DRAWS_H */
