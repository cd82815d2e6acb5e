/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-usid-forwarder.h"

#include "ns3/fatal-error.h"

namespace ns3
{
namespace mrc
{

/** Called while a fabric is built; tables never change afterwards [static-routing]. */
void
UsidForwarder::AddRoute(std::vector<PortIndex>& table, Usid usid, PortIndex port)
{
    Range& range = m_ranges[static_cast<unsigned>(usid.Kind())];
    if (range.count == 0)
    {
        range.base = table.size();
        range.first = usid.Index();
    }
    // Routes of a kind lie side by side, so that forwarding is an index and no search. A T2 has one
    // T1 of each pod, whose indices are as far apart as a pod has T1s.
    if (range.base + range.count != table.size() || range.first + range.count > usid.Index())
    {
        NS_FATAL_ERROR("uSID route "
                       << usid.value
                       << " is out of order: the routes of one kind must be added one "
                          "after the other by rising index");
    }
    table.resize(range.base + usid.Index() - range.first, NO_PORT);
    table.push_back(port);
    range.count = static_cast<uint16_t>(table.size() - range.base);
}

} // namespace mrc
} // namespace ns3
