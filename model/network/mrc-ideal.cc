/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ideal.h"

#include "mrc-graph-shape.h"
#include "mrc-graph-ways.h"
#include "mrc-link-lines.h"
#include "mrc-path-ports.h"
#include "mrc-topology-tiers.h"
#include "mrc-uneven-ideal.h"

#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-hop-records.h"
#include "ns3/mrc-line-rate.h"

#include <algorithm>
#include <climits>
#include <optional>
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

using IdealPath = std::vector<Hop>;

/** The times at which a packet's last bit left each hop of a path. */
using Departures = std::vector<Span>;

/** All planes, T1s and T2s have the same hops, so one path stands for each of them. */
IdealPath
PathBetween(const Topology& topology, uint32_t source, uint32_t destination)
{
    const TopologySpec& spec = topology.Spec();
    const LineRate access(spec.nicLinkRate);
    const LineRate trunk(spec.fabricLinkRate);
    const uint32_t from = topology.Tiers().T0Of(source);
    const uint32_t to = topology.Tiers().T0Of(destination);
    IdealPath path{{access, spec.nicLinkDelay + spec.t0Latency}};
    if (from != to)
    {
        path.push_back({trunk, spec.fabricLinkDelay + spec.t1Latency});
        if (topology.Tiers().PodOf(from) != topology.Tiers().PodOf(to))
        {
            const LineRate upper(spec.upperLinkRate);
            path.push_back({upper, spec.upperLinkDelay + spec.t2Latency});
            path.push_back({upper, spec.upperLinkDelay + spec.t1Latency});
        }
        path.push_back({trunk, spec.fabricLinkDelay + spec.t0Latency});
    }
    path.push_back({access, spec.nicLinkDelay}); // NICs take packets as they arrive
    return path;
}

/** @return the hops of a path of a graph */
IdealPath
PathOver(const Topology& topology, const std::vector<uint32_t>& ports)
{
    IdealPath path;
    for (const uint32_t port : ports)
    {
        path.push_back({LineRate(LineOf(topology, port).rate),
                        LineOf(topology, port).delay + FarLatency(topology, port)});
    }
    return path;
}

/** How the paths of a pair are alike. */
struct Ways
{
    IdealPath there;
    IdealPath back;
    uint32_t uplinks; //!< of the sender's T0
    bool ownUppers;   //!< packets of one T0 uplink take other links each behind it
};

/** @return nothing if the paths differ, in a graph or by rules */
std::optional<Ways>
WaysBetween(const Topology& topology, uint32_t source, uint32_t destination)
{
    const TopologySpec& spec = topology.Spec();
    if (spec.graph)
    {
        const std::optional<EvenWays> there = EvenWaysOf(topology, source, destination);
        const std::optional<EvenWays> back = EvenWaysOf(topology, destination, source);
        if (!there || !back)
        {
            return std::nullopt;
        }
        return Ways{PathOver(topology, there->ports),
                    PathOver(topology, back->ports),
                    there->uplinks,
                    there->divideAgain};
    }
    if (topology.Lines().AnyDiffers())
    {
        return std::nullopt;
    }
    const IdealPath there = PathBetween(topology, source, destination);
    return Ways{there,
                PathBetween(topology, destination, source),
                std::max(spec.T0Uplinks(), 1U),
                there.size() > 4 && spec.t1Uplinks > 1};
}

/**
 * Sends one packet behind its predecessor, hop by hop: the packet may have to wait at each.
 *
 * @param path the hops
 * @param lineBytes size of the packet on the line
 * @param departures in: of the predecessor, or zeros; out: of this packet
 * @return when the packet is fully received at the end
 */
Span
Follow(const IdealPath& path, uint32_t lineBytes, Departures& departures)
{
    Span at; // the packet is ready at its sender from time 0
    for (size_t i = 0; i < path.size(); ++i)
    {
        departures[i] = std::max(at, departures[i]) + path[i].rate.Serialize(lineBytes);
        at = departures[i] + path[i].onward;
    }
    return at;
}

/** The full packets that one plane carries, and the paths that they are sprayed over. */
struct Train
{
    const IdealPath& path;
    uint32_t uplinks;  //!< of the sender's T0
    uint32_t fullLine; //!< bytes of a full packet on the line
    bool ownUppers;    //!< packets of one T0 uplink take other T1 uplinks each

    /** @return time that a full packet takes at a NIC's port */
    Span Access() const
    {
        return path.front().rate.Serialize(fullLine);
    }

    /** @return whether the uplinks together are slower than the NIC */
    bool IsTrunkLimited() const
    {
        return path.size() > 2 && path[1].rate.Serialize(fullLine) > Access() * uplinks;
    }
};

/**
 * Follows one packet up to the last switch in closed form: a Write may have a million packets.
 *
 * @param train the full packets before this one
 * @param place how many there are, in this plane
 * @param lineBytes size of this packet on the line
 * @return when the last switch has received the packet
 */
Span
AtLastHop(const Train& train, uint64_t place, uint32_t lineBytes)
{
    const IdealPath& path = train.path;
    const Span access = train.Access();
    const auto k = static_cast<int64_t>(place);
    Span at = access * k + path[0].rate.Serialize(lineBytes) + path[0].onward;
    if (path.size() == 2) // below one T0, which is the last switch
    {
        return at;
    }
    // The packets take the uplinks in turn. Behind the first on an uplink the others come at the
    // pace of the NIC or of the link, whichever is slower.
    const int64_t before = k / train.uplinks; // on the same uplink
    const Span trunk = path[1].rate.Serialize(train.fullLine);
    const std::size_t last = path.size() - 2; // hop to the last switch
    if (before == 0)
    {
        for (std::size_t hop = 1; hop <= last; ++hop)
        {
            at = at + path[hop].rate.Serialize(lineBytes) + path[hop].onward;
        }
        return at;
    }
    // `first` is when the first packet on this uplink reached the T0, `free` when the one before
    // this packet has left the uplink.
    const Span first = access * (k % train.uplinks + 1) + path[0].onward;
    Span free = first + trunk + std::max(trunk, access * train.uplinks) * (before - 1);
    // Links between switches have one rate, so the predecessor waits at the uplink alone. Between
    // pods the predecessor takes another T2, and a shorter packet may overtake the predecessor on
    // the way.
    for (std::size_t hop = 1; hop <= last; ++hop)
    {
        const Span came = free - path[hop].rate.Serialize(train.fullLine);
        const bool apart = train.ownUppers && hop > 1 && (hop < last || at <= came);
        at = (apart ? at : std::max(at, free)) + path[hop].rate.Serialize(lineBytes) +
             path[hop].onward;
        free = free + path[hop].onward + path[hop + 1].rate.Serialize(train.fullLine);
    }
    return at;
}

/**
 * The last packet may be short, and meets the full ones at the exit, the port from the last switch
 * to the NIC. Full ones never queue there among themselves: they come at least one access time
 * apart.
 *
 * @param train the full packets before the last one
 * @param ahead how many of them share the plane of the last packet
 * @param lastLine size of the last packet on the line
 * @return when all of them are received
 */
Span
PlaneOfLast(const Train& train, uint64_t ahead, uint32_t lastLine)
{
    const Hop& exit = train.path.back();
    const Span own = exit.rate.Serialize(lastLine);
    const Span last = AtLastHop(train, ahead, lastLine);
    if (ahead == 0)
    {
        return last + own + exit.onward;
    }
    const Span access = train.Access();
    const Span full = AtLastHop(train, ahead - 1, train.fullLine);
    if (last > full) // the last packet waits for the last full packet at most
    {
        return std::max(last, full + access) + own + exit.onward;
    }
    // The last packet is short and overtakes full ones on other uplinks: a full one arrives last.
    const Span first = AtLastHop(train, 0, train.fullLine);
    Span end = full + access;
    if (!train.IsTrunkLimited())
    {
        // The exit has been busy since the first full packet came. The short one delays the rest
        // or, if it came before all of them, all of them.
        end = last >= first ? end + own
                            : std::max(end, last + own + access * static_cast<int64_t>(ahead));
    }
    return end + exit.onward;
}

/** @return when all data packets are received, if the first bits leave at time 0 */
Span
LastArrival(const Train& train, uint32_t planes, uint64_t bytes, const IdealParameters& parameters)
{
    const uint64_t full = (bytes + parameters.payload - 1) / parameters.payload;
    const uint64_t packets = std::max<uint64_t>(full, 1); // a signal is a packet without payload
    const auto rest = static_cast<uint32_t>(bytes - (packets - 1) * parameters.payload);
    const uint32_t lastLine = (rest + 3) / 4 * 4 + parameters.dataOverhead; // padded to words

    // The last packet has `ahead` full ones before it in its plane. The other planes' trains are
    // all full. The longest of them has `ahead` packets or, where planes before that of the last
    // packet took part in the last round, one more.
    const uint64_t ahead = (packets - 1) / planes;
    const uint64_t longest = (packets - 1) % planes != 0 ? ahead + 1 : (planes > 1 ? ahead : 0);
    const Span own = PlaneOfLast(train, ahead, lastLine);
    if (longest == 0)
    {
        return own;
    }
    const Span others =
        AtLastHop(train, longest - 1, train.fullLine) + train.Access() + train.path.back().onward;
    return std::max(own, others);
}

} // namespace

IdealParameters
IdealParameters::Of(uint32_t payload, const FabricConfig& fabric)
{
    const uint32_t spared = SparedBytes(fabric.encapsulation);
    IdealParameters sizes;
    sizes.payload = payload;
    sizes.dataOverhead -= spared;
    sizes.sackBytes -= spared;
    sizes.ackBytes -= spared;
    const uint32_t trailer = fabric.telemetry ? HOP_TRAILER_BYTES : 0;
    sizes.dataOverhead += trailer;
    sizes.sackBytes += trailer;
    sizes.carrierUsids = fabric.encapsulation == ENCAPSULATION_SRV6 ? fabric.MostUsids() : UINT_MAX;
    return sizes;
}

IdealParameters
IdealParameters::On(unsigned usids) const
{
    const uint32_t segments = SegmentBytesFor(usids, carrierUsids);
    IdealParameters sizes = *this;
    sizes.dataOverhead += segments;
    sizes.sackBytes += segments;
    sizes.ackBytes += segments;
    return sizes;
}

unsigned
UsidsBetween(const Topology& topology, uint32_t source, uint32_t destination, PlaneId plane)
{
    if (topology.Spec().graph)
    {
        const GraphShape& shape = *topology.Spec().graph;
        return shape.Paths().Hops(shape.SwitchOf(source, plane),
                                  shape.SwitchOf(destination, plane)) +
               2;
    }
    const uint32_t from = topology.Tiers().T0Of(source);
    const uint32_t to = topology.Tiers().T0Of(destination);
    // one for each switch, and the NIC's
    return from == to ? 2 : topology.Tiers().PodOf(from) == topology.Tiers().PodOf(to) ? 4 : 6;
}

unsigned
UsidsBetween(const Topology& topology, uint32_t source, uint32_t destination)
{
    unsigned most = 0;
    for (uint32_t plane = 0; plane < topology.Spec().planes; ++plane)
    {
        most = std::max(most,
                        UsidsBetween(topology, source, destination, static_cast<PlaneId>(plane)));
    }
    return most;
}

Span
IdealCompletion(const Topology& topology,
                uint32_t source,
                uint32_t destination,
                uint64_t bytes,
                const IdealParameters& given)
{
    const std::optional<Ways> ways = WaysBetween(topology, source, destination);
    if (!ways)
    {
        return UnevenCompletion(topology, source, destination, bytes, given);
    }
    const IdealParameters parameters = given.On(UsidsBetween(topology, source, destination));
    const Train train{ways->there,
                      ways->uplinks,
                      parameters.payload + parameters.dataOverhead,
                      ways->ownUppers};
    const Span data = LastArrival(train, topology.Spec().planes, bytes, parameters);
    const IdealPath& back = ways->back;
    Departures departures(back.size());
    // The only packet asks for a SACK, which the ACK then follows hop by hop. Of more packets a
    // delayed one may complete the message, and its ACK follows nothing.
    if (bytes <= parameters.payload)
    {
        Follow(back, parameters.sackBytes, departures);
    }
    const Span ack = Follow(back, parameters.ackBytes, departures);
    return parameters.postOverhead + data + ack + parameters.completionOverhead;
}

uint64_t
RateOfNic(const Topology& topology, uint32_t nic)
{
    uint64_t rate = 0;
    for (uint32_t plane = 0; plane < topology.Spec().planes; ++plane)
    {
        rate += LineOf(topology, topology.NicPort(nic, static_cast<PlaneId>(plane))).rate;
    }
    return rate;
}

Span
BaseRtt(const Topology& topology,
        uint32_t source,
        uint32_t destination,
        const IdealParameters& given)
{
    if (topology.Lines().AnyDiffers() || topology.Spec().graph)
    {
        return UnevenRtt(topology, source, destination, given);
    }
    const IdealParameters parameters = given.On(UsidsBetween(topology, source, destination));
    const IdealPath there = PathBetween(topology, source, destination);
    const IdealPath back = PathBetween(topology, destination, source);
    Departures departures(there.size());
    // The network is empty: neither packet has a predecessor, so both begin with zeros.
    const Span data = Follow(there, parameters.payload + parameters.dataOverhead, departures);
    std::fill(departures.begin(), departures.end(), Span());
    return data + Follow(back, parameters.sackBytes, departures);
}

} // namespace mrc
} // namespace ns3
