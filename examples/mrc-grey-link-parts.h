/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The options of mrc-grey-link, and what EVs tell of the fault.

#ifndef MRC_GREY_LINK_PARTS_H
#define MRC_GREY_LINK_PARTS_H

#include "mrc-link-votes.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <iostream>
#include <optional>
#include <string>

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
