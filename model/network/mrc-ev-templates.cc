/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-templates.h"

#include "mrc-link-lines.h"
#include "mrc-path-ports.h"
#include "mrc-source-routing.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-ev-file.h"
#include "ns3/mrc-ev-list.h"
#include "ns3/mrc-locator-block.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

AddressBits
BitsOf(const UsidCarrier& carrier)
{
    return {carrier.High(), carrier.Low()};
}

/** A value of a file, and the line of the template that it fills. */
struct ValueAt
{
    uint32_t value;
    std::size_t line;
};

/** The addresses of one pair by port and in ascending order, each with a value that makes it. */
using ByAddress = std::array<std::map<std::pair<uint64_t, uint64_t>, ValueAt>, MAX_PLANES>;

/** Reads the paths of one pair. */
class PairReader
{
  public:
    PairReader(const EvFile& file,
               const Topology& topology,
               uint32_t source,
               uint32_t destination,
               const LocatorBlock& block)
        : m_file(file),
          m_topology(topology),
          m_block(block),
          m_routing(topology, block.Computed()),
          m_source(source),
          m_destination(destination)
    {
    }

    EvList List() const
    {
        const std::vector<EvPaths>* const paths = m_file.Find(m_source, m_destination);
        if (paths == nullptr)
        {
            Refuse(", ", "no paths", "some, as Mode is Template");
        }
        const ByAddress all = Sorted(*paths);
        EvList list;
        for (uint32_t port = 0; port < MAX_PLANES; ++port)
        {
            uint32_t rank = 0;
            for (const auto& [address, from] : all[port])
            {
                const AddressBits bits{address.first, address.second};
                const bool isOwn = m_block.Leads(UsidCarrier(bits.high, bits.low));
                list.planes[port].push_back(isOwn ? UplinkOf(bits, port, from)
                                                  : PathOfRank(rank, port, from));
                ++rank;
            }
        }
        Fill(list);
        return list;
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
                    Refuse(LineOf({value, some.line}),
                           "value " + std::to_string(value) + " is of port " + std::to_string(port),
                           "ports 0 .. " + std::to_string(m_topology.Spec().planes - 1));
                }
                const AddressBits bits = some.form.AddressOf(value);
                const ValueAt from{value, some.line};
                if (!all[port].emplace(std::pair(bits.high, bits.low), from).second)
                {
                    Refuse(LineOf(from),
                           "value " + std::to_string(value) + " makes " + TextOf(bits) +
                               " once more",
                           "each address once on a port");
                }
            }
        }
        return all;
    }

    /** @return the uplink that one of our own addresses names */
    uint32_t UplinkOf(const AddressBits& address, uint32_t port, const ValueAt& from) const
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
        if (uplink == way.PathsIn(plane))
        {
            Refuse(LineOf(from),
                   what,
                   "a path of the fabric, " +
                       TextOf(BitsOf(m_block.Written(way.For(Ev::Of(plane, 0))))) + " for example");
        }
        if (!Exists(Ev::Of(plane, uplink)))
        {
            Refuse(LineOf(from),
                   what + ", a path over a missing link",
                   "a path whose links are all there");
        }
        return uplink;
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
            Refuse(LineOf(from),
                   "more than " + std::to_string(existing) +
                       " addresses of another block on port " + std::to_string(port),
                   "at most so many, which is how many paths lack no link");
        }
        return rank;
    }

    /**
     * Queue pairs have as many EVs on each plane [ev-modes]. A plane with fewer paths has them
     * several times, under EVs that differ: an EV counts modulo the paths.
     */
    void Fill(EvList& list) const
    {
        std::size_t most = 0;
        for (const std::vector<uint32_t>& values : list.planes)
        {
            most = std::max(most, values.size());
        }
        const CarrierTemplate way = m_routing.TemplateFor(m_source, m_destination);
        for (PlaneId plane = 0; plane < m_topology.Spec().planes; ++plane)
        {
            std::vector<uint32_t>& values = list.planes[plane];
            const std::size_t own = values.size();
            uint32_t round = way.PathsIn(plane);
            for (const uint32_t value : values)
            {
                round = std::max(round, value + 1); // more than the paths within a T0 only
            }
            while (own != 0 && values.size() < most)
            {
                values.push_back(values[values.size() - own] + round);
            }
        }
    }

    /** @return the words for a value's place, for a message */
    static std::string LineOf(const ValueAt& from)
    {
        return ", line " + std::to_string(from.line) + ", ";
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
    LocatorBlock m_block;
    SourceRouting m_routing;
    uint32_t m_source;
    uint32_t m_destination;
};

} // namespace

EvList
ListOf(const EvFile& file,
       const Topology& topology,
       uint32_t source,
       uint32_t destination,
       const LocatorBlock& block)
{
    return PairReader(file, topology, source, destination, block).List();
}

EvList
ListOf(const EvFile& file, const Topology& topology, uint32_t source, uint32_t destination)
{
    return ListOf(file, topology, source, destination, LocatorBlock());
}

} // namespace mrc
} // namespace ns3
