/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NAMED_WAYS_H
#define MRC_NAMED_WAYS_H

#include "mrc-source-routing.h"

#include "ns3/mrc-carrier-source.h"
#include "ns3/mrc-ev-list.h"

#include <cstdint>
#include <map>
#include <utility>

namespace ns3
{
namespace mrc
{

/** The EVs of one pair of NICs that have a carrier of their own, by value of the EV. */
using NamedCarriers = std::map<uint32_t, UsidCarrier>;

/** The EVs that a file has for a pair of NICs. */
struct NamedEvs
{
    EvList list;            //!< numbers of paths, by plane
    NamedCarriers carriers; //!< of EVs with an address that is not their path's own
};

/**
 * Which carrier has an EV that a file gives an address with adjacencies [ev-adjacencies]? All other
 * EVs have those of the fabric's paths.
 */
class NamedWays : public CarrierSource
{
  public:
    /** @param routing the fabric's paths; must outlive this */
    explicit NamedWays(const SourceRouting& routing)
        : m_routing(routing)
    {
    }

    /**
     * @param source the sending NIC
     * @param destination the receiving NIC
     * @param carriers of their EVs, as they are computed: with a block of 32 bits
     */
    void Set(uint32_t source, uint32_t destination, const NamedCarriers& carriers)
    {
        m_carriers[{source, destination}] = carriers;
    }

    UsidWay WayFor(uint32_t source, uint32_t destination, Ev ev) const override
    {
        const auto pair = m_carriers.find({source, destination});
        if (pair != m_carriers.end())
        {
            const auto named = pair->second.find(ev.value);
            if (named != pair->second.end())
            {
                return {named->second, {}};
            }
        }
        return m_routing.TemplateFor(source, destination).WayFor(ev);
    }

    uint32_t PathsIn(uint32_t source, uint32_t destination, PlaneId plane) const override
    {
        return m_routing.TemplateFor(source, destination).PathsIn(plane);
    }

  private:
    const SourceRouting& m_routing;
    std::map<std::pair<uint32_t, uint32_t>, NamedCarriers> m_carriers; //!< by NICs
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NAMED_WAYS_H */
