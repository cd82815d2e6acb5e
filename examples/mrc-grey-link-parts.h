/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which link do EVs that lost packets have in common?

#ifndef MRC_GREY_LINK_PARTS_H
#define MRC_GREY_LINK_PARTS_H

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <iostream>
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

/** The options of the command line. */
struct GreyOptions
{
    uint32_t nics{64}, votes{5};
    double ratio{5}, loss{0.2}, background{0}; //!< losses in percent
    std::string workload{"all-to-all size=64MiB window=8"};
    ns3::Time from{ns3::MicroSeconds(300)},
        until{ns3::MicroSeconds(900)}; //!< the fault begins between these
};

/** What EVs tell of one fault. */
class Witness
{
  public:
    /** @param guilty the link with the fault */
    Witness(const ns3::mrc::Topology& topology, const LinkName& guilty, const GreyOptions& o)
        : m_topology(topology),
          m_guilty(guilty),
          m_votes(LinksOf(topology.Spec()), o.votes, o.ratio)
    {
    }

    static uint32_t LinksOf(const ns3::mrc::TopologySpec& spec)
    {
        return spec.planes * spec.t1Count * (spec.nics / spec.nicsPerT0);
    }

    /** An EV from one NIC to another has changed its state. */
    static void Hear(Witness* self,
                     uint32_t from,
                     uint32_t to,
                     const ns3::mrc::PathTransition& change)
    {
        const ns3::mrc::TopologySpec& spec = self->m_topology.Spec();
        const uint32_t up = from / spec.nicsPerT0;
        const uint32_t down = to / spec.nicsPerT0;
        if (change.to != ns3::mrc::PathState::ASSUMED_BAD || up == down)
        {
            return;
        }
        const uint32_t plane = change.Plane();
        const uint32_t t1 = change.ev.Uplink() % spec.t1Count;
        const LinkName links[] = {{plane, up, t1}, {plane, down, t1}};
        ++self->m_retired;
        self->m_blamed += links[0] == self->m_guilty || links[1] == self->m_guilty;
        const std::optional<LinkName> named = self->m_votes.Hear(links[0], links[1]);
        self->m_wrong += named && *named != self->m_guilty;
        if (named == self->m_guilty)
        {
            self->m_found = ns3::Simulator::Now();
        }
    }

    /** Prints figures; @param begin when the fault began */
    void Print(ns3::Time begin) const
    {
        const bool isFound = !m_found.IsZero();
        std::cout << "link named                  " << 100 * isFound << "  % of runs\n";
        if (isFound)
        {
            std::cout << "time until named            " << (m_found - begin).GetNanoSeconds() / 1e3
                      << "  us\n";
        }
        std::cout << "other links named           " << m_wrong << "  links\n"
                  << "EVs assumed bad             " << m_retired << "  EVs\n"
                  << "EVs assumed bad, of the link  " << m_blamed << "  EVs\n";
    }

  private:
    const ns3::mrc::Topology& m_topology;
    LinkName m_guilty;
    LinkVotes m_votes;
    ns3::Time m_found;
    uint32_t m_wrong{0}, m_retired{0}, m_blamed{0};
};

#endif /* MRC_GREY_LINK_PARTS_H */
