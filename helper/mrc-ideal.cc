/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ideal.h"

#include "ns3/mrc-line-rate.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** One store-and-forward step of a path. */
struct Hop
{
    LineRate rate;
    Span onward; //!< propagation, and the latency of the switch at the far end
};

using Path = std::vector<Hop>;

/** When a packet's last bit left each hop of a path. */
using Departures = std::vector<Span>;

Path
PathBetween(const Topology& topology, uint32_t source, uint32_t destination)
{
    const TopologySpec& spec = topology.Spec();
    const LineRate access(spec.nicLinkRate);
    const LineRate trunk(spec.fabricLinkRate);
    Path path{{access, spec.nicLinkDelay + spec.t0Latency}};
    if (topology.T0Of(source) != topology.T0Of(destination))
    {
        path.push_back({trunk, spec.fabricLinkDelay + spec.t1Latency});
        path.push_back({trunk, spec.fabricLinkDelay + spec.t0Latency});
    }
    path.push_back({access, spec.nicLinkDelay});
    return path;
}

/**
 * Sends one packet behind its predecessor, hop by hop: it may have to wait at each.
 *
 * @param path the hops
 * @param lineBytes size of the packet on the line
 * @param departures in: of the predecessor, or zeros; out: of this packet
 * @return when the packet is fully received at the end
 */
Span
Follow(const Path& path, uint32_t lineBytes, Departures& departures)
{
    Span at; // the packet is ready at its sender from time 0
    for (size_t i = 0; i < path.size(); ++i)
    {
        departures[i] = std::max(at, departures[i]) + path[i].rate.Serialize(lineBytes);
        at = departures[i] + path[i].onward;
    }
    return at;
}

/**
 * Sends a train of packets of one size: behind the first, the slowest hop so far sets the pace.
 *
 * @param path the hops
 * @param lineBytes size of each packet on the line
 * @param count packets, at least 1
 * @param departures out: of the last packet
 * @return when the last packet is fully received at the end
 */
Span
FollowTrain(const Path& path, uint32_t lineBytes, uint64_t count, Departures& departures)
{
    Span first;
    Span pace;
    for (size_t i = 0; i < path.size(); ++i)
    {
        const Span serialization = path[i].rate.Serialize(lineBytes);
        pace = std::max(pace, serialization);
        departures[i] = first + serialization + pace * static_cast<int64_t>(count - 1);
        first = first + serialization + path[i].onward;
    }
    return departures.back() + path.back().onward;
}

/** @return when the last of all data packets is received, if the first bits leave at time 0 */
Span
LastArrival(const Path& path, uint32_t planes, uint64_t bytes, const IdealParameters& parameters)
{
    const uint64_t packets = (bytes + parameters.payload - 1) / parameters.payload;
    const auto rest = static_cast<uint32_t>(bytes - (packets - 1) * parameters.payload);
    const uint32_t full = parameters.payload + parameters.dataOverhead;
    const uint32_t last = (rest + 3) / 4 * 4 + parameters.dataOverhead; // padded to words

    // The last packet has `ahead` full ones before it in its plane. Of the other planes' trains,
    // all full, the longest has as many or, where planes before that one took part in the last
    // round, one more.
    const uint64_t ahead = (packets - 1) / planes;
    const uint64_t longest = (packets - 1) % planes != 0 ? ahead + 1 : (planes > 1 ? ahead : 0);
    Departures departures(path.size());
    const Span others = longest > 0 ? FollowTrain(path, full, longest, departures) : Span();
    std::fill(departures.begin(), departures.end(), Span());
    if (ahead > 0)
    {
        FollowTrain(path, full, ahead, departures);
    }
    return std::max(others, Follow(path, last, departures));
}

} // namespace

Span
IdealCompletion(const Topology& topology,
                uint32_t source,
                uint32_t destination,
                uint64_t bytes,
                const IdealParameters& parameters)
{
    const Path there = PathBetween(topology, source, destination);
    const Span data = LastArrival(there, topology.Spec().planes, bytes, parameters);
    const Path back = PathBetween(topology, destination, source);
    Departures departures(back.size());
    Follow(back, parameters.sackBytes, departures);
    const Span ack = Follow(back, parameters.ackBytes, departures);
    return parameters.postOverhead + data + ack + parameters.completionOverhead;
}

Span
BaseRtt(const Topology& topology,
        uint32_t source,
        uint32_t destination,
        const IdealParameters& parameters)
{
    const Path there = PathBetween(topology, source, destination);
    const Path back = PathBetween(topology, destination, source);
    Departures departures(there.size());
    const Span data = Follow(there, parameters.payload + parameters.dataOverhead, departures);
    std::fill(departures.begin(), departures.end(), Span());
    return data + Follow(back, parameters.sackBytes, departures);
}

} // namespace mrc
} // namespace ns3
