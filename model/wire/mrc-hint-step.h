/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HINT_STEP_H
#define MRC_HINT_STEP_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * A step on the way to data that will be touched soon, which may lie in memory far from the core.
 *
 * A step reads what the step before has asked memory for, and asks for what lies behind. So the
 * waits of many ways go on side by side, if all take their first step before any takes its second.
 * Steps change nothing, and a way may end anywhere.
 */
struct HintStep
{
    /** Takes the step. */
    using Go = HintStep (*)(const void* who, uint32_t place);

    /** @return the next step, after this one was taken; none: the way ends */
    HintStep Next() const
    {
        return go == nullptr ? HintStep() : go(who, place);
    }

    Go go{nullptr};           //!< null: there is no step
    const void* who{nullptr}; //!< knows where data lie
    uint32_t place{0};        //!< which of them
};

/** Asks memory for an object of up to two cache lines. @param object anything, also null */
__attribute__((always_inline)) inline void
HintAt(const void* object)
{
    __builtin_prefetch(object, 1);
    // No pointer arithmetic, as there may be no object.
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(object) + 64), 1);
}

/**
 * Several ways that are gone side by side.
 *
 * @tparam MOST of them
 */
template <std::size_t MOST>
class HintBatch
{
  public:
    /** @param first step of a way, or none; there may be MOST ways */
    void Add(const HintStep& first)
    {
        if (first.go != nullptr)
        {
            m_ways[m_count++] = first;
        }
    }

    /** Goes all ways to their ends. */
    void Go()
    {
        while (m_count != 0)
        {
            std::size_t left = 0;
            for (std::size_t i = 0; i < m_count; ++i)
            {
                const HintStep next = m_ways[i].Next();
                m_ways[left] = next;
                left += next.go != nullptr ? 1 : 0;
            }
            m_count = left;
        }
    }

  private:
    std::array<HintStep, MOST> m_ways{};
    std::size_t m_count{0}; //!< of ways that have not ended
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HINT_STEP_H */
