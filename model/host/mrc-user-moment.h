/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_USER_MOMENT_H
#define MRC_USER_MOMENT_H

#include "ns3/mrc-instant.h"
#include "ns3/mrc-tick.h"

#include <cstdint>
#include <tuple>

namespace ns3
{
namespace mrc
{

/**
 * When does a user act: during a hot event, or before or behind all hot events of a tick?
 *
 * Ordinary events of a tick run before its hot ones. Those that hot ones add to the tick run behind
 * them. Moments are in the order of the run.
 */
class UserMoment
{
  public:
    /** @param at during the hot events of this instant */
    UserMoment(Instant at = Instant())
        : UserMoment(at, Part::WITHIN)
    {
    }

    /** @param tick instant in a tick @return before all hot events of the tick */
    static UserMoment BeginOf(Instant tick)
    {
        return {StartOfTick(TickOf(tick)), Part::BEGIN};
    }

    /** @param tick instant in a tick @return behind all hot events of the tick */
    static UserMoment EndOf(Instant tick)
    {
        return {StartOfTick(TickOf(tick) + 1) - Span(1), Part::END};
    }

    /** @return the moment of what is added to the tick at this moment, without delay */
    UserMoment Behind() const
    {
        return m_part == Part::WITHIN ? EndOf(m_at) : *this;
    }

    /** @return whether this is during hot events */
    bool IsWithin() const
    {
        return m_part == Part::WITHIN;
    }

    /** @return whether this is behind hot events */
    bool IsEnd() const
    {
        return m_part == Part::END;
    }

    /** @return an instant of the moment; behind hot events the last one that may be */
    Instant At() const
    {
        return m_at;
    }

    /** @return hot events before this instant come before the moment, and no others */
    Instant Cut() const
    {
        return m_part == Part::END ? m_at + Span(1) : m_at;
    }

    friend bool operator<(const UserMoment& a, const UserMoment& b)
    {
        return std::tie(a.m_at, a.m_part) < std::tie(b.m_at, b.m_part);
    }

  private:
    /** Of a tick or an instant, in their order. */
    enum class Part : uint8_t
    {
        BEGIN,
        WITHIN,
        END,
    };

    UserMoment(Instant at, Part part)
        : m_at(at),
          m_part(part)
    {
    }

    Instant m_at;
    Part m_part;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_USER_MOMENT_H */
