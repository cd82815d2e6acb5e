/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_SHARES_H
#define MRC_PATH_SHARES_H

#include "mrc-topology.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A link of a fabric with both its directions. */
struct FabricLink
{
    std::array<uint32_t, 2> ends; //!< nodes of the link
    PlaneId plane;                //!< plane of the link
    uint64_t rate;                //!< of a whole link, bit/s
};

/**
 * Which share of a NIC's traffic crosses each link and switch [cost-table]?
 *
 * NICs of a switch send alike to all NICs of other switches, over all shortest paths alike. A level
 * is how many links away the nearest NIC is: 0 of a NIC, 1 of a T0. Only traffic that climbs to the
 * level of a part counts for the part.
 */
class PathShares
{
  public:
    /** @param topology of which links that are missing do not count; need not outlive this */
    explicit PathShares(const Topology& topology);

    /** @return all links that there are */
    const std::vector<FabricLink>& Links() const
    {
        return m_links;
    }

    /**
     * @param node a NIC or a switch
     * @return level of the node
     */
    uint32_t LevelOf(uint32_t node) const
    {
        return m_levels.at(node);
    }

    /**
     * @param link number of the link in Links
     * @return the lower level of the link's ends, then the higher one
     */
    std::pair<uint32_t, uint32_t> LevelsOf(std::size_t link) const
    {
        const auto& ends = m_links.at(link).ends;
        return std::minmax(m_levels[ends[0]], m_levels[ends[1]]);
    }

    /**
     * @param node a switch
     * @return the NICs that hang on the switch
     */
    const std::vector<uint32_t>& NicsOf(uint32_t node) const
    {
        return m_nicsOf.at(node);
    }

    /**
     * Counts the traffic of the NICs of one switch, instead of that of another before.
     *
     * @param source a switch with NICs
     */
    void SpreadFrom(uint32_t source);

    /**
     * @param link number of the link in Links, not one to a NIC
     * @return the share that crosses the link, 0 .. 1
     */
    double OfLink(std::size_t link) const;

    /**
     * @param node a switch without NICs
     * @return the share that crosses the switch, 0 .. 1
     */
    double OfSwitch(uint32_t node) const
    {
        return ShareOf(m_through[node], m_levels[node]);
    }

    /** @return links between the source and the farthest switch with NICs */
    uint32_t Farthest() const
    {
        return m_farthest;
    }

  private:
    /**
     * Traffic, counted in receiving NICs, by the highest level of its paths; the last one is all
     * above.
     */
    using ByLevel = std::array<double, 8>;

    /** The end of a link, as the other end sees it. */
    struct Neighbour
    {
        uint32_t node;
        std::size_t link;
    };

    void FindLevels();
    void FindPaths(uint32_t source);
    void PullBack(uint32_t node);
    double ShareOf(const ByLevel& traffic, uint32_t level) const;

    uint32_t m_nics;
    std::vector<FabricLink> m_links;
    std::vector<uint32_t> m_levels;
    std::vector<std::vector<uint32_t>> m_nicsOf;
    std::vector<std::vector<Neighbour>> m_neighbours; //!< of switches: switches

    std::vector<uint32_t> m_order;    //!< of switches, by their distance from the source
    std::vector<uint32_t> m_distance; //!< in links
    std::vector<uint32_t> m_heights;  //!< highest level on the way
    std::vector<double> m_paths;      //!< shortest ones from the source
    std::vector<ByLevel> m_through;   //!< traffic that goes on behind a switch
    std::vector<ByLevel> m_over;      //!< traffic that crosses a link
    ByLevel m_sent{};                 //!< all traffic of the source
    uint32_t m_farthest{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_SHARES_H */
