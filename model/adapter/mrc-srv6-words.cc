/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-words.h"

#include "mrc-ipv6-address.h"
#include "mrc-srv6-route-reader.h"
#include "mrc-srv6-sid-reader.h"

#include "ns3/mrc-srv6-line.h"
#include "ns3/mrc-srv6-locators.h"
#include "ns3/mrc-srv6-values.h"

#include <set>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** Lines of FRR that only open or close a block. */
const std::set<std::string> BLOCK_WORDS =
    {"segment-routing", "srv6", "encapsulation", "locators", "static-sids", "exit", "end"};

/** Hands each line of a node to the reader of its kind. */
class LineReader
{
  public:
    LineReader(Srv6RoutingProtocol& protocol, const InterfaceNames& names)
        : m_sids(protocol, names, m_locators),
          m_routes(protocol, names)
    {
    }

    void Take(const std::string& text)
    {
        Srv6Line line(text);
        const std::string first = line.Next();
        if (first == "sid")
        {
            m_sids.Take(line);
        }
        else if (first == "source-address")
        {
            m_routes.SetSource(ToIpv6Address(AddressOf(line.Next())));
            line.End();
        }
        else if (first == "ipv6" && line.Next() == "route")
        {
            m_routes.Take(line);
        }
        // Lines that frame others in FRR's configuration say nothing here.
        else if (BLOCK_WORDS.count(first) > 0)
        {
            line.End();
        }
        else if (Srv6Locators::Has(first))
        {
            m_locators.Take(first, line);
        }
        else if (!first.empty() && first[0] != '#' && first[0] != '!')
        {
            RefuseWord(first, "sid, source-address or ipv6 route, or a line of FRR around them");
        }
    }

  private:
    // First, as the reader of SIDs refers to the locators.
    Srv6Locators m_locators;
    Srv6SidReader m_sids;
    Srv6RouteReader m_routes;
};

} // namespace

void
ReadSrv6(Srv6RoutingProtocol& protocol, const std::string& lines, const InterfaceNames& names)
{
    LineReader reader(protocol, names);
    std::istringstream in(lines);
    unsigned number = 0;
    for (std::string line; std::getline(in, line);)
    {
        ++number;
        try
        {
            reader.Take(line);
        }
        catch (const std::invalid_argument& error)
        {
            // The number of the line is known here alone.
            throw std::invalid_argument("SRv6, line " + std::to_string(number) + ": " +
                                        error.what());
        }
    }
}

void
ReadSrv6Line(Srv6RoutingProtocol& protocol, const std::string& line)
{
    LineReader(protocol, {}).Take(line);
}

} // namespace mrc
} // namespace ns3
