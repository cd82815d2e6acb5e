/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-uneven-ideal.h"

#include "mrc-graph-shape.h"
#include "mrc-graph-ways.h"
#include "mrc-link-lines.h"
#include "mrc-path-ports.h"

#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-line-rate.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** Two NICs of a fabric, in the order of sending. */
struct Pair
{
    const Topology& topology;
    uint32_t source;
    uint32_t destination;
    const IdealParameters& parameters;

    Pair Reversed() const
    {
        return {topology, destination, source, parameters};
    }

    /** @return uSIDs of ways in a plane: planes of a graph differ */
    unsigned Usids(PlaneId plane) const
    {
        return UsidsBetween(topology, source, destination, plane);
    }
};

/** The measure by which links count. */
enum class LineView
{
    WHOLE,    //!< not degraded, and without jitter
    EARLIEST, //!< degraded, and without jitter
    LATEST,   //!< degraded, and all frames as late as their jitter allows
};

/** A packet, and how the links that it takes count. */
struct Load
{
    uint32_t lineBytes;
    LineView view{LineView::EARLIEST};

    /** @return this packet with the segment routing header that ways of so many uSIDs need */
    Load On(unsigned usids, const IdealParameters& parameters) const
    {
        return {lineBytes + SegmentBytesFor(usids, parameters.carrierUsids), view};
    }
};

Span
TimeOver(const Topology& topology, uint32_t port, Load load)
{
    const LinkLine& line = LineOf(topology, port);
    const LineRate rate(load.view == LineView::WHOLE ? line.whole : line.rate);
    const Span late = load.view == LineView::LATEST ? line.jitter : Span();
    return rate.Serialize(load.lineBytes) + line.delay + late + FarLatency(topology, port);
}

Span
TimeOver(const Topology& topology, const std::vector<uint32_t>& ports, Load load)
{
    Span time;
    for (const uint32_t port : ports)
    {
        time = time + TimeOver(topology, port, load);
    }
    return time;
}

using Extremes = WayExtremes;

/** @return those of a plane; where no single link differs, one path stands for all */
Extremes
ExtremesOf(const Pair& pair, PlaneId plane, Load plain)
{
    const Topology& topology = pair.topology;
    const Load load = plain.On(pair.Usids(plane), pair.parameters);
    // A graph has too many paths to try all: extremes are carried from switch to switch.
    if (topology.Spec().graph)
    {
        return WayExtremesOf(topology, pair.source, pair.destination, plane, [&](uint32_t port) {
            return TimeOver(topology, port, load);
        });
    }
    const uint32_t all = topology.Spec().PathsPerPlane();
    const uint32_t paths = topology.Lines().AnySingle() ? all : 1;
    Extremes times;
    for (uint32_t path = 0; path < paths; ++path)
    {
        const std::vector<uint32_t> ports =
            PortsOfPath(topology, pair.source, pair.destination, Ev::Of(plane, path));
        if (AreThere(topology, ports))
        {
            const Span time = TimeOver(topology, ports, load);
            times.least = std::min(times.least, time);
            times.most = std::max(times.most, time);
        }
    }
    return times;
}

/** @return the time over the fastest path, and that over the slowest, of all planes */
Extremes
ExtremesOf(const Pair& pair, Load load)
{
    Extremes times;
    for (uint32_t plane = 0; plane < pair.topology.Spec().planes; ++plane)
    {
        const Extremes some = ExtremesOf(pair, static_cast<PlaneId>(plane), load);
        times.least = std::min(times.least, some.least);
        times.most = std::max(times.most, some.most);
    }
    return times;
}

/** @return the round trip of a full packet and its SACK over the slowest path each way */
Span
SlowestTrip(const Pair& pair, LineView view)
{
    const IdealParameters& parameters = pair.parameters;
    return ExtremesOf(pair, {parameters.payload + parameters.dataOverhead, view}).most +
           ExtremesOf(pair.Reversed(), {parameters.sackBytes, view}).most;
}

/** The rate that one plane can carry at best. */
struct Lane
{
    Span first;   //!< when the first full packet is received
    Span spacing; //!< between two of them

    int64_t ReceivedBy(Span when) const
    {
        return when < first ? 0 : (when - first).Ps() / spacing.Ps() + 1;
    }
};

/** @return the planes as lanes: each has its own first arrival, and its own time between packets */
std::vector<Lane>
LanesOf(const Pair& pair)
{
    const uint32_t fullLine = pair.parameters.payload + pair.parameters.dataOverhead;
    const Topology& topology = pair.topology;
    std::vector<Lane> lanes;
    for (uint32_t i = 0; i < topology.Spec().planes; ++i)
    {
        const auto plane = static_cast<PlaneId>(i);
        const uint32_t exit = topology.Peer(topology.NicPort(pair.destination, plane));
        const LineRate own(LineOf(topology, topology.NicPort(pair.source, plane)).rate);
        const LineRate last(LineOf(topology, exit).rate);
        const Load full = Load{fullLine}.On(pair.Usids(plane), pair.parameters);
        // A plane takes a packet as fast as its slower end does.
        const Span spacing =
            std::max(own.Serialize(full.lineBytes), last.Serialize(full.lineBytes));
        lanes.push_back({ExtremesOf(pair, plane, {fullLine}).least, spacing});
    }
    return lanes;
}

/** @return the least time after which all lanes together can have received so many packets */
Span
TimeOfLast(const std::vector<Lane>& lanes, int64_t packets)
{
    // The first lane alone would need this long, so the answer lies below.
    Span enough = lanes.front().first + lanes.front().spacing * packets;
    Span tooShort(-1);
    while (enough - tooShort > Span(1))
    {
        // Half the span each time: the number of packets that are there only grows with time.
        const Span middle = tooShort + (enough - tooShort) / 2;
        int64_t received = 0;
        for (const Lane& lane : lanes)
        {
            received += lane.ReceivedBy(middle);
        }
        (received >= packets ? enough : tooShort) = middle;
    }
    return enough;
}

/** The times over the slowest paths between all NICs of a graph, of packets of one size. */
class SlowestTimes
{
  public:
    SlowestTimes(const Topology& topology, Load load, const IdealParameters& parameters)
        : m_topology(topology),
          m_load(load),
          m_parameters(parameters)
    {
    }

    Span Of(uint32_t source, uint32_t destination)
    {
        Span most;
        for (uint32_t p = 0; p < m_topology.Spec().planes; ++p)
        {
            const auto plane = static_cast<PlaneId>(p);
            const Load load =
                m_load.On(UsidsBetween(m_topology, source, destination, plane), m_parameters);
            const uint32_t first = m_topology.NicPort(source, plane);
            const uint32_t last = m_topology.Peer(m_topology.NicPort(destination, plane));
            const std::size_t t0s = m_topology.Spec().graph->Count(NodeKind::T0, plane);
            const std::size_t from = m_topology.PortPlaceOf(m_topology.Peer(first)).owner;
            const std::size_t to = m_topology.PortPlaceOf(last).owner;
            most =
                std::max(most,
                         TimeOver(m_topology, first, load) + Between(plane, load)[from * t0s + to] +
                             TimeOver(m_topology, last, load));
        }
        return most;
    }

  private:
    /** @return the times between T0s, of one packet: a longer way may make a longer header */
    const std::vector<Span>& Between(PlaneId plane, Load load)
    {
        std::vector<Span>& times = m_between[{plane, load.lineBytes}];
        if (times.empty())
        {
            times = SlowestWays(m_topology, plane, [&](uint32_t port) {
                return TimeOver(m_topology, port, load);
            });
        }
        return times;
    }

    const Topology& m_topology;
    Load m_load;
    const IdealParameters& m_parameters;
    std::map<std::pair<PlaneId, uint32_t>, std::vector<Span>> m_between; //!< by plane and size
};

} // namespace

Span
PathTime(const Topology& topology, uint32_t source, uint32_t destination, Ev ev, uint32_t lineBytes)
{
    return TimeOver(topology, PortsOfPath(topology, source, destination, ev), {lineBytes});
}

Span
UnevenCompletion(const Topology& topology,
                 uint32_t source,
                 uint32_t destination,
                 uint64_t bytes,
                 const IdealParameters& parameters)
{
    const Pair pair{topology, source, destination, parameters};
    const uint64_t full = bytes / parameters.payload; // full packets; another one has the rest
    const auto rest = static_cast<uint32_t>(bytes % parameters.payload);
    Span data;
    // The last packet is short, and may come by another plane than the full ones.
    if (rest != 0 || full == 0)
    {
        data = ExtremesOf(pair, {(rest + 3) / 4 * 4 + parameters.dataOverhead}).least;
    }
    if (full != 0)
    {
        data = std::max(data, TimeOfLast(LanesOf(pair), static_cast<int64_t>(full)));
    }
    const Span ack = ExtremesOf(pair.Reversed(), {parameters.ackBytes}).least;
    return parameters.postOverhead + data + ack + parameters.completionOverhead;
}

Span
UnevenRtt(const Topology& topology,
          uint32_t source,
          uint32_t destination,
          const IdealParameters& parameters)
{
    return SlowestTrip({topology, source, destination, parameters}, LineView::WHOLE);
}

Span
LatestRtt(const Topology& topology,
          uint32_t source,
          uint32_t destination,
          const IdealParameters& parameters)
{
    // Without differences the simpler rule is exact.
    if (!topology.Lines().AnyDiffers() && !topology.Spec().graph)
    {
        return BaseRtt(topology, source, destination, parameters);
    }
    return SlowestTrip({topology, source, destination, parameters}, LineView::LATEST);
}

Span
LatestRttAmong(const Topology& topology,
               const std::vector<uint32_t>& nics,
               const IdealParameters& parameters)
{
    const uint32_t fullLine = parameters.payload + parameters.dataOverhead;
    SlowestTimes there(topology, {fullLine, LineView::LATEST}, parameters);
    // A SACK goes back over the slowest path of its own direction.
    SlowestTimes back(topology, {parameters.sackBytes, LineView::LATEST}, parameters);
    Span longest;
    for (const uint32_t source : nics)
    {
        for (const uint32_t destination : nics)
        {
            if (source != destination)
            {
                longest =
                    std::max(longest, there.Of(source, destination) + back.Of(destination, source));
            }
        }
    }
    return longest;
}

} // namespace mrc
} // namespace ns3
