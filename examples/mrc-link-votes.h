/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which link do EVs that lost packets have in common?

#ifndef MRC_LINK_VOTES_H
#define MRC_LINK_VOTES_H

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/** A link between a T0 and a T1: plane, T0 and T1. */
using LinkName = std::tuple<uint32_t, uint32_t, uint32_t>;

/** @return PLANE.T0.T1, as --fail has it */
inline std::string
TextOf(const LinkName& link)
{
    const auto& [plane, t0, t1] = link;
    return std::to_string(plane) + "." + std::to_string(t0) + "." + std::to_string(t1);
}

/**
 * Names a link when EVs that lost a packet have it in common.
 *
 * Each such EV is a vote for the two links of its path. A link needs enough votes, and so many
 * times the mean of all links. The link is named when it also has more than the other link of the
 * path. From then on paths through a named link vote for nothing else.
 */
class LinkVotes
{
  public:
    /**
     * @param links all that can be named
     * @param least votes that name one
     * @param ratio to the mean of all links
     */
    LinkVotes(uint32_t links, uint32_t least, double ratio)
        : m_links(links),
          m_least(least),
          m_ratio(ratio)
    {
    }

    /** @return the link that is named now, if one is; up, down: those of the path */
    std::optional<LinkName> Hear(const LinkName& up, const LinkName& down)
    {
        if (m_named.count(up) + m_named.count(down) != 0)
        {
            return std::nullopt;
        }
        m_paths.emplace_back(up, down);
        const uint32_t ups = ++m_votes[up];
        const uint32_t downs = ++m_votes[down];
        const LinkName& more = ups > downs ? up : down;
        const double mean = 2.0 * m_paths.size() / m_links;
        const uint32_t most = std::max(ups, downs);
        if (ups == downs || most < m_least || most < m_ratio * mean)
        {
            return std::nullopt;
        }
        Name(more);
        return more;
    }

  private:
    /** Takes away the votes of paths through a link. */
    void Name(const LinkName& link)
    {
        m_named.insert(link);
        std::vector<std::pair<LinkName, LinkName>> rest;
        for (const auto& path : m_paths)
        {
            if (path.first == link || path.second == link)
            {
                --m_votes[path.first];
                --m_votes[path.second];
            }
            else
            {
                rest.push_back(path);
            }
        }
        m_paths = rest;
    }

    uint32_t m_links;
    uint32_t m_least;
    double m_ratio;
    std::map<LinkName, uint32_t> m_votes;
    std::set<LinkName> m_named;
    std::vector<std::pair<LinkName, LinkName>> m_paths; //!< that voted
};

#endif /* MRC_LINK_VOTES_H */
