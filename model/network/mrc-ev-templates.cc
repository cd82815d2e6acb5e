/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-templates.h"

#include "mrc-graph-shape.h"
#include "mrc-link-lines.h"
#include "mrc-source-routing.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-ev-file.h"
#include "ns3/mrc-ev-list.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <sstream>
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

/** The addresses of one pair by port and in ascending order, each with a value that makes it. */
using ByAddress = std::array<std::map<std::pair<uint64_t, uint64_t>, uint32_t>, MAX_PLANES>;

/** Reads the paths of one pair. */
class PairReader
{
  public:
    PairReader(const EvFile& file, const Topology& topology, uint32_t source, uint32_t destination)
        : m_file(file),
          m_topology(topology),
          m_routing(topology),
          m_source(source),
          m_destination(destination)
    {
    }

    EvList List() const
    {
        const std::vector<EvPaths>* const paths = m_file.Find(m_source, m_destination);
        if (paths == nullptr)
        {
            Refuse("no paths", "some, as Mode is Template");
        }
        const ByAddress all = Sorted(*paths);
        EvList list;
        for (uint32_t port = 0; port < MAX_PLANES; ++port)
        {
            uint32_t rank = 0;
            for (const auto& [address, value] : all[port])
            {
                const AddressBits bits{address.first, address.second};
                const bool isOwn = bits.high >> 32 == m_routing.Block();
                list.planes[port].push_back(isOwn ? UplinkOf(bits, port, value) : rank);
                ++rank;
            }
        }
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
                    Refuse("value " + std::to_string(value) + " is of port " + std::to_string(port),
                           "ports 0 .. " + std::to_string(m_topology.Spec().planes - 1));
                }
                const AddressBits bits = some.form.AddressOf(value);
                if (!all[port].emplace(std::pair(bits.high, bits.low), value).second)
                {
                    Refuse("value " + std::to_string(value) + " makes " + TextOf(bits) +
                               " once more",
                           "each address once on a port");
                }
            }
        }
        return all;
    }

    /** @return the uplink that one of our own addresses names */
    uint32_t UplinkOf(const AddressBits& address, uint32_t port, uint32_t value) const
    {
        const auto plane = static_cast<PlaneId>(port);
        const CarrierTemplate way = m_routing.TemplateFor(m_source, m_destination);
        uint32_t uplink = 0;
        while (uplink < way.PathsPerPlane() && BitsOf(way.For(Ev::Of(plane, uplink))) != address)
        {
            ++uplink;
        }
        if (uplink == way.PathsPerPlane())
        {
            Refuse("value " + std::to_string(value) + " makes " + TextOf(address) + " on port " +
                       std::to_string(port),
                   "a path of the fabric, " + TextOf(BitsOf(way.For(Ev::Of(plane, 0)))) +
                       " for example");
        }
        return uplink;
    }

    [[noreturn]] void Refuse(const std::string& what, const std::string& expected) const
    {
        throw std::invalid_argument(m_file.Name() + ", NIC " + std::to_string(m_source) + " to " +
                                    std::to_string(m_destination) + ": " + what + "; expected " +
                                    expected);
    }

    const EvFile& m_file;
    const Topology& m_topology;
    SourceRouting m_routing;
    uint32_t m_source;
    uint32_t m_destination;
};

/** A path and its first port. */
struct PortAddress
{
    uint32_t port;
    AddressBits address;
};

using PortAddresses = std::vector<PortAddress>;

/**
 * @param paths some
 * @param portBits of a value, for the port
 * @param[out] form the common part of their addresses, and the bits in which they differ
 * @return whether values of 32 bits have room for these
 */
bool
FindCommon(const PortAddresses& paths, unsigned portBits, EvTemplate& form)
{
    const AddressBits first = paths.front().address;
    form = EvTemplate();
    for (const PortAddress& path : paths)
    {
        form.mask.high |= path.address.high ^ first.high;
        form.mask.low |= path.address.low ^ first.low;
    }
    form.data = {first.high & ~form.mask.high, first.low & ~form.mask.low};
    uint64_t bit = uint64_t{1} << portBits;
    for (uint64_t word : {form.mask.high, form.mask.low})
    {
        for (; word != 0; word &= word - 1)
        {
            form.valueMask |= static_cast<uint32_t>(bit);
            bit <<= 1;
        }
    }
    return bit <= uint64_t{1} << 32;
}

/** Writes one template and its values. */
void
WriteTemplate(std::ostream& os, const PortAddresses& paths, const EvTemplate& form)
{
    os << "{\"plane\": 0, \"template_data\": \"" << TextOf(form.data) << "\", \"template_mask\": \""
       << TextOf(form.mask) << "\", \"ps_mask\": " << form.valueMask << ", \"ps_list\": [";
    const char* comma = "";
    for (const PortAddress& path : paths)
    {
        os << comma << form.ValueOf(path.address, path.port);
        comma = ", ";
    }
    os << "]}";
}

/** Writes all paths of a pair: one template, or one for each plane if they differ in too much. */
void
WritePair(std::ostream& os, const CarrierTemplate& way, uint32_t planes)
{
    for (uint32_t plane = 0; plane < planes; ++plane)
    {
        const uint32_t paths = way.PathsIn(static_cast<PlaneId>(plane));
        if (paths != way.PathsPerPlane())
        {
            throw std::invalid_argument("two NICs have " + std::to_string(way.PathsPerPlane()) +
                                        " paths in one plane and " + std::to_string(paths) +
                                        " in another; expected as many in each, as files of EVs "
                                        "have");
        }
    }
    const unsigned portBits = planes <= 4 ? 2 : 3; // two in the public example
    PortAddresses all;
    for (uint32_t i = 0; i < planes * way.PathsPerPlane(); ++i)
    {
        all.push_back({i % planes, BitsOf(way.For(Ev::Of(i % planes, i / planes)))});
    }
    EvTemplate form;
    if (FindCommon(all, portBits, form))
    {
        WriteTemplate(os, all, form);
        return;
    }
    for (uint32_t plane = 0; plane < planes; ++plane)
    {
        PortAddresses some;
        std::copy_if(all.begin(), all.end(), std::back_inserter(some), [plane](const auto& path) {
            return path.port == plane;
        });
        if (!FindCommon(some, portBits, form))
        {
            throw std::invalid_argument(
                "the paths of a plane differ in more bits than a value has, "
                "32; expected fewer T1s and T2s");
        }
        os << (plane == 0 ? "" : ", ");
        WriteTemplate(os, some, form);
    }
}

} // namespace

EvList
ListOf(const EvFile& file, const Topology& topology, uint32_t source, uint32_t destination)
{
    return PairReader(file, topology, source, destination).List();
}

void
WriteEvFile(std::ostream& os, const Topology& topology)
{
    // Planes must have as many EVs each, which they may not have without some paths.
    if (!topology.Lines().Missing().empty())
    {
        throw std::invalid_argument(
            "the fabric lacks links, so a file of EVs would name paths that "
            "do not exist; expected a fabric whose links are all there");
    }
    if (topology.Spec().graph &&
        topology.Spec().graph->Paths().LongestHops() + 2 > UsidCarrier::CAPACITY)
    {
        throw std::invalid_argument("the fabric has paths of more uSIDs than an address has room "
                                    "for, 6; expected shorter ones");
    }
    const SourceRouting routing(topology);
    const uint32_t nics = topology.Spec().nics;
    os << "{";
    for (uint32_t source = 0; source < nics; ++source)
    {
        os << (source == 0 ? "\n" : ",\n") << "  \"" << TextOf(AddressOfNic(source)) << "\": {";
        const char* comma = "\n";
        for (uint32_t destination = 0; destination < nics; ++destination)
        {
            if (destination != source)
            {
                os << comma << "    \"" << TextOf(AddressOfNic(destination)) << "\": [";
                WritePair(os, routing.TemplateFor(source, destination), topology.Spec().planes);
                os << "]";
                comma = ",\n";
            }
        }
        os << "\n  }";
    }
    os << "\n}\n";
}

} // namespace mrc
} // namespace ns3
