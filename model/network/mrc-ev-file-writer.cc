/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Fabrics as files of EVs.

#include "mrc-ev-templates.h"
#include "mrc-link-lines.h"
#include "mrc-path-ports.h"
#include "mrc-source-routing.h"
#include "mrc-usable-paths.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-ev-template.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

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
            if (bit > UINT32_MAX)
            {
                return false; // values have 32 bits
            }
            form.valueMask |= static_cast<uint32_t>(bit);
            bit <<= 1;
        }
    }
    return true;
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

/** The addresses that paths have by their numbers alone, of the block for documents. */
constexpr uint64_t NUMBERED = 0x20010db800000000; // RFC 3849

/** Writes the paths from one NIC to another. */
class PairWriter
{
  public:
    PairWriter(std::ostream& os, const Topology& topology, const SourceRouting& routing)
        : m_os(os),
          m_topology(topology),
          m_routing(routing)
    {
    }

    /** One template, or one for each plane if paths differ in too much. */
    void Write(uint32_t source, uint32_t destination) const
    {
        const CarrierTemplate way = m_routing.TemplateFor(source, destination);
        std::vector<PortAddresses> planes;
        bool fits = true;
        for (PlaneId plane = 0; plane < m_topology.Spec().planes; ++plane)
        {
            planes.push_back(PathsOf(way, source, destination, plane));
            fits = fits && way.WayFor(Ev::Of(plane, 0)).behind[0].value == 0;
        }
        if (!fits || !WriteAll(planes))
        {
            WriteNumbers(planes);
        }
    }

  private:
    unsigned PortBits() const
    {
        return m_topology.Spec().planes <= 4 ? 2 : 3; // two in the public example
    }

    /** @return the paths of a plane that lack no link */
    PortAddresses PathsOf(const CarrierTemplate& way,
                          uint32_t source,
                          uint32_t destination,
                          PlaneId plane) const
    {
        const bool areAll = m_topology.Lines().Missing().empty();
        PortAddresses paths;
        for (uint32_t path = 0; path < way.PathsIn(plane); ++path)
        {
            const Ev ev = Ev::Of(plane, path);
            if (areAll || AreThere(m_topology, PortsOfPath(m_topology, source, destination, ev)))
            {
                const UsidCarrier carrier = way.For(ev);
                paths.push_back({plane, {carrier.High(), carrier.Low()}});
            }
        }
        return paths;
    }

    /** Writes carriers. @return false, and nothing, if values have no room for their bits */
    bool WriteAll(const std::vector<PortAddresses>& planes) const
    {
        EvTemplate form;
        const PortAddresses all = InTurn(planes);
        if (FindCommon(all, PortBits(), form))
        {
            WriteTemplate(m_os, all, form);
            return true;
        }
        std::ostringstream text;
        for (const PortAddresses& some : planes)
        {
            if (!FindCommon(some, PortBits(), form))
            {
                return false;
            }
            text << (&some == &planes.front() ? "" : ", ");
            WriteTemplate(text, some, form);
        }
        m_os << text.str();
        return true;
    }

    /** Numbers in another block stand for paths by their order, as readers have it. */
    void WriteNumbers(std::vector<PortAddresses> planes) const
    {
        for (PortAddresses& some : planes)
        {
            for (std::size_t i = 0; i < some.size(); ++i)
            {
                some[i].address = {NUMBERED, i};
            }
        }
        const PortAddresses all = InTurn(planes);
        EvTemplate form;
        FindCommon(all, PortBits(), form); // some 16 bits
        WriteTemplate(m_os, all, form);
    }

    /** @return the first paths of all planes, then the second ones, and so on */
    static PortAddresses InTurn(const std::vector<PortAddresses>& planes)
    {
        std::size_t most = 0;
        for (const PortAddresses& some : planes)
        {
            most = std::max(most, some.size());
        }
        PortAddresses all;
        for (std::size_t i = 0; i < most; ++i)
        {
            for (const PortAddresses& some : planes)
            {
                if (i < some.size())
                {
                    all.push_back(some[i]);
                }
            }
        }
        return all;
    }

    std::ostream& m_os;
    const Topology& m_topology;
    const SourceRouting& m_routing;
};

} // namespace

void
WriteEvFile(std::ostream& os, const Topology& topology)
{
    UsablePaths{topology}; // in each plane, each pair has a path
    const SourceRouting routing(topology);
    const PairWriter writer(os, topology, routing);
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
                writer.Write(source, destination);
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
