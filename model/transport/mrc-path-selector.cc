/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-selector.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the least power of two that is not below n, n >= 1 */
uint32_t
RoundUpToPowerOfTwo(uint32_t n)
{
    return n <= 1 ? 1 : uint32_t{1} << (32 - __builtin_clz(n - 1));
}

/** Takes one skipped turn off a path. */
void
ConsumeSkip(Path& path)
{
    if (path.skipTurns <= 1)
    {
        path.state = PathState::GOOD; // the next turn may use it
    }
    else
    {
        --path.skipTurns;
    }
}

} // namespace

const Path*
PathSelector::Next(PathTable& table, PlaneId plane, Instant now)
{
    if (table.Usable(plane) == 0)
    {
        return nullptr;
    }
    bool consumed = false;
    for (uint32_t visited = 0;; ++visited)
    {
        Path* path = Step(table, plane);
        if (path->state == PathState::GOOD)
        {
            return path;
        }
        if (path->state != PathState::SKIP)
        {
            continue;
        }
        // after two rotations without a good path, a skipped one is the best there is
        if (table.HasLapsed(*path, now) || visited >= 2 * table.Active())
        {
            path->state = PathState::GOOD;
            return path;
        }
        if (!consumed)
        {
            consumed = true;
            ConsumeSkip(*path);
        }
    }
}

Path*
PathSelector::Step(PathTable& table, PlaneId plane)
{
    Rotation& rotation = m_rotations[plane];
    const uint32_t size = RoundUpToPowerOfTwo(table.Active());
    for (;;)
    {
        if (rotation.position == 0)
        {
            rotation.mask = static_cast<uint16_t>(m_draws.Bits(m_turns++) & (size - 1));
        }
        const uint32_t index = rotation.position ^ rotation.mask;
        rotation.position = static_cast<uint16_t>((rotation.position + 1) & (size - 1));
        if (index < table.Active())
        {
            return &table.At(plane, index);
        }
    }
}

} // namespace mrc
} // namespace ns3
