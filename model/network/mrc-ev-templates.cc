/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-templates.h"

#include "mrc-address-walk.h"
#include "mrc-link-lines.h"
#include "mrc-named-ways.h"
#include "mrc-path-ports.h"
#include "mrc-source-routing.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-ev-file.h"
#include "ns3/mrc-fabric-config.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return a carrier as the address that an encapsulation compares */
AddressBits
BitsOf(const UsidCarrier& carrier)
{
    return {carrier.High(), carrier.Low()};
}

/** A value of a file, and the place of the template that it fills. */
struct ValueAt
{
    uint32_t value;
    TextPosition at;
};

/** The addresses of one pair by port and in ascending order, each with a value that makes it. */
using ByAddress = std::array<std::map<std::pair<uint64_t, uint64_t>, ValueAt>, MAX_PLANES>;

/** The place of an address in a fabric. */
struct Place
{
    uint32_t path;                    //!< the number of the path
    std::optional<UsidCarrier> named; //!< the carrier, if it is not the path's own
};

/** Reads the paths of one pair. */
class PairReader
{
  public:
    PairReader(const EvFile& file,
               const Topology& topology,
               uint32_t source,
               uint32_t destination,
               const FabricConfig& config)
        : m_file(file),
          m_topology(topology),
          m_config(config),
          m_block(config.block),
          m_routing(topology, config.block.Computed()),
          m_source(source),
          m_destination(destination)
    {
    }

    NamedEvs Read()
    {
        const std::vector<EvPaths>* const paths = m_file.Find(m_source, m_destination);
        if (paths == nullptr)
        {
            Refuse(", ", "no paths", "some, as Mode is Template");
        }
        const ByAddress all = Sorted(*paths);
        std::array<std::vector<Place>, MAX_PLANES> places;
        for (uint32_t port = 0; port < MAX_PLANES; ++port)
        {
            uint32_t rank = 0;
            for (const auto& [address, from] : all[port])
            {
                const AddressBits bits{address.first, address.second};
                // Addresses of another block name no links here, so their order stands for the
                // order of paths.
                const bool isOwn = m_block.Leads(UsidCarrier(bits.high, bits.low));
                places[port].push_back(isOwn ? PlaceOf(bits, port, from)
                                             : Place{PathOfRank(rank, port, from), {}});
                ++rank;
            }
        }
        return Numbered(places);
    }

  private:
    ByAddress Sorted(const std::vector<EvPaths>& paths) const
    {
        ByAddress all;
        for (const EvPaths& some : paths)
        {
            for (const uint32_t value : some.values)
            {
                const uint32_t port = some.form.PortOf(value);
                if (port >= m_topology.Spec().planes)
                {
                    Refuse(PlaceText({value, some.at}),
                           "value " + std::to_string(value) + " is of port " + std::to_string(port),
                           "ports 0 .. " + std::to_string(m_topology.Spec().planes - 1));
                }
                const AddressBits bits = some.form.AddressOf(value);
                const ValueAt from{value, some.at};
                if (!all[port].emplace(std::pair(bits.high, bits.low), from).second)
                {
                    Refuse(PlaceText(from),
                           "value " + std::to_string(value) + " makes " + TextOf(bits) +
                               " once more",
                           "each address once on a port");
                }
            }
        }
        return all;
    }

    /** @return the path that one of our own addresses names */
    Place PlaceOf(const AddressBits& address, uint32_t port, const ValueAt& from)
    {
        const auto plane = static_cast<PlaneId>(port);
        const CarrierTemplate way = m_routing.TemplateFor(m_source, m_destination);
        uint32_t uplink = 0;
        while (uplink < way.PathsIn(plane) &&
               !IsAddress(address, way.WayFor(Ev::Of(plane, uplink))))
        {
            ++uplink;
        }
        const std::string what = "value " + std::to_string(from.value) + " makes " +
                                 TextOf(address) + " on port " + std::to_string(port);
        Place place{uplink, {}};
        if (uplink == way.PathsIn(plane))
        {
            place = NamedPlace(address, plane, {PlaceText(from), what});
        }
        if (!Exists(Ev::Of(plane, place.path)))
        {
            Refuse(PlaceText(from),
                   what + ", a path over a missing link",
                   "a path whose links are all there");
        }
        return place;
    }

    /** The words of a message about an address. */
    struct Words
    {
        std::string where;
        std::string what;
    };

    /**
     * Finds the path with the links of an address, which may name SIDs that users gave to switches
     * [ev-adjacencies].
     */
    Place NamedPlace(const AddressBits& address, PlaneId plane, const Words& words)
    {
        const CarrierTemplate way = m_routing.TemplateFor(m_source, m_destination);
        const std::string example = "a path of the fabric, " +
                                    TextOf(BitsOf(m_block.Written(way.For(Ev::Of(plane, 0))))) +
                                    " for example";
        if (m_config.sids == FabricConfig().sids)
        {
            Refuse(words.where, words.what, example);
        }
        const UsidCarrier written(address.high, address.low);
        const UsidCarrier computed = m_block.Read(written);
        const std::vector<uint32_t> ports = PortsOf(written, plane, words, example);
        if (!(m_block.Written(computed) == written) || CountOf(computed) > m_config.MostUsids())
        {
            Refuse(words.where,
                   words.what + ", which has more uSIDs than a NIC writes into one carrier",
                   "at most " + std::to_string(m_config.MostUsids()));
        }
        // SIDs of users change the address of a path, and leave its links.
        for (uint32_t path = 0; path < way.PathsIn(plane); ++path)
        {
            if (PortsOfPath(m_topology, m_source, m_destination, Ev::Of(plane, path)) == ports)
            {
                return {path, computed};
            }
        }
        Refuse(words.where, words.what + ", which leads over links of no path", example);
    }

    /** @return the links of an address; a refusal says where else the address leads */
    std::vector<uint32_t> PortsOf(const UsidCarrier& address,
                                  PlaneId plane,
                                  const Words& words,
                                  const std::string& example)
    {
        if (!m_walk)
        {
            m_walk.emplace(m_topology, m_routing, m_config);
        }
        try
        {
            return m_walk->PortsTo(m_topology.NicPort(m_source, plane), m_destination, address);
        }
        catch (const std::invalid_argument& end)
        {
            Refuse(words.where, words.what + ", which " + end.what(), example);
        }
    }

    /** @return how many uSIDs a carrier has, up to the last one that is not 0 */
    static unsigned CountOf(const UsidCarrier& carrier)
    {
        unsigned count = 0;
        unsigned place = 0;
        for (UsidCarrier rest = carrier; place < UsidCarrier::CAPACITY; rest = rest.Shifted())
        {
            ++place;
            count = rest.Active().value != 0 ? place : count;
        }
        return count;
    }

    /** @return whether all of a way stands in this address */
    bool IsAddress(const AddressBits& address, const UsidWay& way) const
    {
        const UsidCarrier written = m_block.Written(way.carrier);
        return BitsOf(written) == address && m_block.Read(written) == way.carrier &&
               way.behind[0].value == 0;
    }

    bool Exists(Ev ev) const
    {
        return m_topology.Lines().Missing().empty() ||
               AreThere(m_topology, PortsOfPath(m_topology, m_source, m_destination, ev));
    }

    /** @return the path of this place among those that lack no link */
    uint32_t PathOfRank(uint32_t rank, uint32_t port, const ValueAt& from) const
    {
        const auto plane = static_cast<PlaneId>(port);
        const CarrierTemplate way = m_routing.TemplateFor(m_source, m_destination);
        uint32_t existing = 0;
        for (uint32_t path = 0; path < way.PathsIn(plane); ++path)
        {
            existing += Exists(Ev::Of(plane, path)) ? 1 : 0;
            if (existing == rank + 1)
            {
                return path;
            }
        }
        if (!way.IsLocal()) // within a T0 all values name the one way there is
        {
            Refuse(PlaceText(from),
                   "more than " + std::to_string(existing) +
                       " addresses of another block on port " + std::to_string(port),
                   "at most so many, which is how many paths lack no link");
        }
        return rank;
    }

    /**
     * Queue pairs have as many EVs on each plane [ev-modes]. A plane with fewer paths has them
     * several times, under EVs that differ: an EV counts modulo the paths. So do addresses that
     * name one path in several ways.
     */
    NamedEvs Numbered(const std::array<std::vector<Place>, MAX_PLANES>& places) const
    {
        std::size_t most = 0;
        for (const std::vector<Place>& some : places)
        {
            most = std::max(most, some.size());
        }
        const CarrierTemplate way = m_routing.TemplateFor(m_source, m_destination);
        NamedEvs made;
        for (PlaneId plane = 0; plane < m_topology.Spec().planes; ++plane)
        {
            const std::vector<Place>& some = places[plane];
            uint32_t round = way.PathsIn(plane);
            for (const Place& place : some)
            {
                round = std::max(round, place.path + 1); // more than the paths within a T0 only
            }
            std::set<uint32_t> taken;
            for (std::size_t i = 0; !some.empty() && i < most; ++i)
            {
                const Place& place = some[i % some.size()];
                uint32_t value = place.path;
                for (; !taken.insert(value).second; value += round)
                {
                }
                made.list.planes[plane].push_back(value);
                if (place.named)
                {
                    made.carriers[Ev::Of(plane, value).value] = *place.named;
                }
            }
        }
        return made;
    }

    /** @return a value's place, for a message */
    static std::string PlaceText(const ValueAt& from)
    {
        return ":" + std::to_string(from.at.line) + ":" + std::to_string(from.at.column) + ": ";
    }

    [[noreturn]] void Refuse(const std::string& where,
                             const std::string& what,
                             const std::string& expected) const
    {
        throw std::invalid_argument(m_file.Name() + where + "NIC " + std::to_string(m_source) +
                                    " to " + std::to_string(m_destination) + ": " + what +
                                    "; expected " + expected);
    }

    const EvFile& m_file;
    const Topology& m_topology;
    FabricConfig m_config;
    LocatorBlock m_block;
    SourceRouting m_routing;
    std::optional<AddressWalk> m_walk; //!< once an address is none of a path
    uint32_t m_source;
    uint32_t m_destination;
};

} // namespace

NamedEvs
EvsOf(const EvFile& file,
      const Topology& topology,
      uint32_t source,
      uint32_t destination,
      const FabricConfig& config)
{
    return PairReader(file, topology, source, destination, config).Read();
}

EvList
ListOf(const EvFile& file, const Topology& topology, uint32_t source, uint32_t destination)
{
    return EvsOf(file, topology, source, destination, FabricConfig()).list;
}

} // namespace mrc
} // namespace ns3
