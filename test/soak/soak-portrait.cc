/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-portrait.h"

#include "ns3/callback.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

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

constexpr size_t LOGGED = 24; //!< changes of EVs and ports

double
Ms(Instant at)
{
    return static_cast<double>(at.Ps()) * 1e-9;
}

} // namespace

QpWatch::QpWatch(Ptr<Qp> qp)
    : m_qp(std::move(qp))
{
    const auto connect = [this](const char* source, const auto& callback) {
        m_qp->TraceConnectWithoutContext(source, callback);
    };
    connect("CongestionWindow",
            Callback<void, uint64_t, uint64_t>([this](uint64_t, uint64_t now) { m_window = now; }));
    connect("BytesInFlight", Callback<void, uint64_t, uint64_t>([this](uint64_t, uint64_t now) {
                m_inFlight = now;
            }));
    connect("Rtt", Callback<void, const RttSample&>([this](const RttSample& s) { m_sack = s.at; }));
    connect("Resent", Callback<void, const Retransmission&>([this](const Retransmission& s) {
                m_resent = s.at;
            }));
    connect("PathState", Callback<void, const PathTransition&>([this](const PathTransition& s) {
                const bool turnsBad = s.to == PathState::ASSUMED_BAD;
                if (turnsBad || s.from == PathState::ASSUMED_BAD)
                {
                    std::ostringstream line;
                    line << Ms(s.at) << " ms EV " << +s.Plane() << '.' << s.ev.Uplink()
                         << (turnsBad ? " bad" : " back");
                    Log(line.str());
                }
            }));
    connect("Planes", Callback<void, const PlaneStatus&>([this](const PlaneStatus& s) {
                std::ostringstream line;
                line << Ms(s.at) << " ms ports " << std::hex << s.own << ", peer's " << s.peer;
                Log(line.str());
            }));
}

void
QpWatch::Log(const std::string& line)
{
    m_log.push_back(line);
    if (m_log.size() > LOGGED)
    {
        m_log.pop_front();
    }
}

std::string
QpWatch::Portrait(const TopologySpec& spec) const
{
    std::ostringstream out;
    WriteCounters(out);
    WriteEnds(out);
    WriteEvs(out, spec);
    return out.str();
}

void
QpWatch::WriteCounters(std::ostream& out) const
{
    const QueuePairCounters& own = m_qp->Counters();
    const QueuePairCounters& peer = m_qp->Peer()->Counters();
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

void
QpWatch::WriteEnds(std::ostream& out) const
{
    out << "    window " << m_window << " bytes, in flight " << m_inFlight
        << "; the last round trip was heard at " << Ms(m_sack)
        << " ms, the last packet sent again at " << Ms(m_resent) << " ms\n    ";
    for (const std::string& line : m_log)
    {
        out << line << "; ";
    }
    out << '\n';
}

void
QpWatch::WriteEvs(std::ostream& out, const TopologySpec& spec) const
{
    std::map<std::pair<uint32_t, uint32_t>, Tally> tallies; // by plane and uplink
    for (const PathStatus& path : m_qp->Paths().List())
    {
        Tally& tally = tallies[{path.ev.Plane(), path.ev.Uplink() % std::max(1U, spec.t1Count)}];
        const bool usable = path.state == PathState::GOOD || path.state == PathState::SKIP;
        ++(usable ? tally.usable : tally.bad);
    }
    for (uint32_t plane = 0; plane < spec.planes; ++plane)
    {
        out << "    plane " << plane << ", " << m_qp->Counters().planePackets[plane]
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
}

} // namespace soak
} // namespace mrc
} // namespace ns3
