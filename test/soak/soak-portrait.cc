/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-portrait.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

/** EVs of an uplink, by whether they are usable. */
struct Tally
{
    unsigned usable{0};
    unsigned bad{0};
};

void
WriteCounters(std::ostream& out, const Qp& qp)
{
    const QueuePairCounters& own = qp.Counters();
    const QueuePairCounters& peer = qp.PeerCounters();
    const char* const causes[RETRANSMIT_CAUSES] = {"trim", "gap", "timeout", "refused", "port"};
    out << "    sent " << own.sentPackets << " packets, again";
    for (unsigned cause = 0; cause < RETRANSMIT_CAUSES; ++cause)
    {
        out << ' ' << own.retransmissions[cause] << " (" << causes[cause] << ')';
    }
    out << "; probes " << own.probesSent << ", of the peer " << peer.probesSent << "; EVs retired "
        << own.pathsRetired << ", resurrected " << own.pathsResurrected << '\n'
        << "    received " << peer.receivedPackets << " packets, " << peer.duplicates
        << " duplicates, " << peer.trims << " trims, " << peer.marks << " marks; placed "
        << peer.placedBytes << " bytes\n";
}

} // namespace

std::string
PortraitOf(const Qp& qp, const TopologySpec& spec)
{
    std::ostringstream out;
    WriteCounters(out, qp);
    std::map<std::pair<uint32_t, uint32_t>, Tally> tallies; // by plane and uplink
    for (const PathStatus& path : qp.Paths().List())
    {
        Tally& tally = tallies[{path.ev.Plane(), path.ev.Uplink() % std::max(1U, spec.t1Count)}];
        const bool usable = path.state == PathState::GOOD || path.state == PathState::SKIP;
        ++(usable ? tally.usable : tally.bad);
    }
    for (uint32_t plane = 0; plane < spec.planes; ++plane)
    {
        out << "    plane " << plane << ", " << qp.Counters().planePackets[plane]
            << " packets, EVs by uplink:";
        for (const auto& [place, tally] : tallies)
        {
            if (place.first == plane)
            {
                out << ' ' << place.second << ":+" << tally.usable << '-' << tally.bad;
            }
        }
        out << '\n';
    }
    return out.str();
}

} // namespace soak
} // namespace mrc
} // namespace ns3
