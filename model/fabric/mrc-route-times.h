/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROUTE_TIMES_H
#define MRC_ROUTE_TIMES_H

#include "ns3/mrc-hash.h"
#include "ns3/mrc-instant.h"

#include <array>
#include <cstdint>
#include <functional>

namespace ns3
{
namespace mrc
{

/** How long switches take until their tables know of a change [route-times]. */
enum Convergence : uint8_t
{
    CONVERGENCE_INSTANT,  //!< no time
    CONVERGENCE_1MS,      //!< at most 1 ms
    CONVERGENCE_10MS,     //!< at most 10 ms
    CONVERGENCE_100MS,    //!< at most 100 ms
    CONVERGENCE_300MS,    //!< at most 300 ms
    CONVERGENCE_BGP_FAST, //!< BGP with the shortest hold time: some 2 to 3 s
    CONVERGENCE_BGP,      //!< BGP with the timers that its standard suggests: a minute and more
    CONVERGENCE_NEVER,    //!< tables stay as they are
};

/** The steps from a change of a link to new entries in tables. */
enum RouteStep : uint8_t
{
    ROUTE_DETECTION,   //!< until an end of the link sees the change
    ROUTE_FLOODING,    //!< from a switch to its neighbour, beside the link's delay
    ROUTE_COMPUTATION, //!< from news to a new table
    ROUTE_ENTRY,       //!< to write one entry
    ROUTE_STEPS,
};

/** How long does each step take? Each time is drawn anew. */
class RouteTimes
{
  public:
    /** Draws a length of time, 0 or more. */
    using Draw = std::function<Span()>;

    /** Draws of a script, in the place of a preset's; null: the preset's draw counts. */
    using Given = std::array<Draw, ROUTE_STEPS>;

    /**
     * @param preset the one that gives the times
     * @param entries of a table, among which the last part of a preset's time is divided
     * @param draws of the preset
     */
    RouteTimes(Convergence preset, uint32_t entries, KeyedDraws draws);

    /** Has a script's own draws count where there are any. */
    void Replace(const Given& given);

    /** @return how long a step takes this time */
    Span Of(RouteStep step);

  private:
    /** The shortest and the longest time of a step. */
    struct Range
    {
        Span least;
        Span most;
    };

    static std::array<Range, ROUTE_STEPS> RangesOf(Convergence preset, uint32_t entries);

    std::array<Range, ROUTE_STEPS> m_ranges;
    Given m_given;
    KeyedDraws m_draws;
    uint64_t m_count{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROUTE_TIMES_H */
