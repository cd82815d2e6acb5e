/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_WAYS_H
#define MRC_GRAPH_WAYS_H

#include "mrc-topology.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The values that all paths of two NICs share where the paths are alike. */
struct EvenWays
{
    std::vector<uint32_t> ports; //!< that one path leaves by, from the NIC's to the last switch's
    uint32_t uplinks{1};         //!< links that paths leave the first switch by
    bool divideAgain{false};     //!< whether paths part again behind these
};

/**
 * Are the paths of two NICs of a graph alike, in all planes [closed-forms]?
 *
 * @param topology a graph
 * @param source the sending NIC
 * @param destination the receiving NIC, not the same
 * @return their common values. There are none if paths differ in rate, delay, jitter or latency at
 *         the same number of links from the source. There are none either if paths differ in how
 *         many ways lead on from there
 */
std::optional<EvenWays> EvenWaysOf(const Topology& topology, uint32_t source, uint32_t destination);

/** The fastest and the slowest of some paths. */
struct WayExtremes
{
    Span least{INT64_MAX}; //!< of the fastest
    Span most;             //!< of the slowest
};

/**
 * Adds up the costs of links, without a look at each single path.
 *
 * @param topology a graph
 * @param source the sending NIC
 * @param destination the receiving NIC, not the same
 * @param plane one of the fabric's
 * @param cost of a link, by the port that leaves by it
 * @return the least and the greatest sum over all paths of this plane
 */
WayExtremes WayExtremesOf(const Topology& topology,
                          uint32_t source,
                          uint32_t destination,
                          PlaneId plane,
                          const std::function<Span(uint32_t)>& cost);

/**
 * @param topology a graph
 * @param plane one of the fabric's
 * @param cost of a link, by the port that leaves by it
 * @return the greatest sums over the paths between any two switches on which NICs hang. The
 *         greatest sum over the paths from T0 a to T0 b is at a * (T0s of the plane) + b
 */
std::vector<Span> SlowestWays(const Topology& topology,
                              PlaneId plane,
                              const std::function<Span(uint32_t)>& cost);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_WAYS_H */
