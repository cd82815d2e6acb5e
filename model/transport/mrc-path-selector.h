/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_SELECTOR_H
#define MRC_PATH_SELECTOR_H

#include "mrc-path-table.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Which EV of a plane carries the next packet: a rotation with skips (12 #2, #3; MRC sec. 3.3).
 *
 * The rotation visits index XOR mask; the mask is redrawn every turn so that queue pairs do not
 * synchronise. At most one SKIP is consumed for each packet.
 *
 * The contract of a path selector is this class's public interface: Next(table, plane, now) and
 * OnFeedback(table, ev, feedback, now). Selectors are compiled in, not virtual: they run per
 * packet.
 */
class PathSelector
{
  public:
    /** What a sender hears about a path without losing anything for good. */
    enum class Feedback : uint8_t
    {
        CLEAN,   //!< a SACK without a mark
        MARKED,  //!< a SACK with m = SKIP_ONCE
        TRIMMED, //!< a NACK TRIMMED, not last hop
    };

    /** @param draws the masks */
    explicit PathSelector(KeyedDraws draws)
        : m_draws(draws)
    {
    }

    /**
     * @param table the EVs
     * @param plane the plane that sends
     * @param now the time
     * @return the EV to use, or nullptr if none of the plane's rotation is usable
     */
    const Path* Next(PathTable& table, PlaneId plane, Instant now)
    {
        if (table.Usable(plane) == 0)
        {
            return nullptr;
        }
        Path& path = Step(table, plane);
        return path.state == PathState::GOOD ? &path : Search(table, plane, path, now);
    }

    /** Takes what was heard about an EV. */
    void OnFeedback(PathTable& table, Ev ev, Feedback feedback, Instant now)
    {
        if (feedback != Feedback::CLEAN)
        {
            table.OnCongestion(ev, now); // MRC sec. 3.4
        }
    }

    /** Next draws again for the same packet: it leaves the SKIPs that it meets (MRC sec. 3.3). */
    void BeginRedraw()
    {
        m_redraws = true;
    }

    /** The coming draws are for the next packets. */
    void EndRedraw()
    {
        m_redraws = false;
    }

    /** Hints the processor at the EV that comes next on a plane, unless a turn begins. */
    __attribute__((always_inline)) void Prefetch(const PathTable& table, PlaneId plane) const
    {
        const Rotation& rotation = m_rotations[plane];
        table.Prefetch(plane, rotation.position ^ rotation.mask);
    }

  private:
    /** Where the rotation of a plane stands. */
    struct Rotation
    {
        uint16_t position{0};
        uint16_t mask{0};
    };

    Path& Step(PathTable& table, PlaneId plane)
    {
        Rotation& rotation = m_rotations[plane];
        const uint32_t last = table.RotationMask();
        for (;;)
        {
            if (rotation.position == 0)
            {
                rotation.mask = static_cast<uint16_t>(m_draws.Bits(m_turns++) & last);
            }
            const uint32_t index = rotation.position ^ rotation.mask;
            rotation.position = static_cast<uint16_t>((rotation.position + 1) & last);
            if (index < table.Active())
            {
                return table.At(plane, index);
            }
        }
    }

    const Path* Search(PathTable& table, PlaneId plane, Path& first, Instant now);

    Rotation m_rotations[MAX_PLANES];
    KeyedDraws m_draws;
    uint32_t m_turns{0}; //!< masks drawn so far
    bool m_redraws{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_SELECTOR_H */
