/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-case-draw.h"

#include "../mrc-counted-draws.h"
#include "soak-fault-draw.h"

#include <algorithm>
#include <numeric>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

constexpr uint64_t MOST_BYTES = 1000000000; //!< of a case, all flows together
constexpr uint64_t GBPS = 1000000000;

void
Set(SoakCase& out, Setting::Profile profile, const std::string& name, const std::string& value)
{
    out.settings.push_back({profile, name, value});
}

void
Set(SoakCase& out, Setting::Profile profile, const std::string& name, uint32_t value)
{
    Set(out, profile, name, std::to_string(value));
}

void
DrawTopology(test::CountedDraws& draws, SoakCase& out)
{
    TopologySpec& spec = out.topology;
    spec.name = out.name;
    spec.planes = draws.OneOf({1U, 1U, 2U, 2U, 4U, 8U});
    spec.nicsPerT0 = draws.OneOf({2U, 4U, 4U, 8U});
    spec.nics = draws.OneOf({2U, 2U, 3U, 4U, 8U}) * spec.nicsPerT0;
    spec.t1Count = draws.OneOf({2U, 3U, 4U, 8U, 8U, 16U});
    spec.nicLinkRate = draws.OneOf({100U, 200U, 400U, 800U}) * GBPS;
    spec.fabricLinkRate = spec.nicLinkRate * draws.OneOf({1U, 2U, 4U, 4U, 4U, 8U}) / 4;
}

void
DrawPaths(test::CountedDraws& draws, SoakCase& out)
{
    out.selector = draws.OneOf({"Mrc", "Mrc", "Oblivious", "Random", "Bitmap", "Reps", "Single"});
    Set(out, Setting::EV, "Selector", out.selector);
    const uint32_t planes = out.topology.planes;
    const uint32_t active = draws.OneOf({planes, 2 * planes, 8U, 32U, 128U, 128U});
    Set(out, Setting::EV, "Active", active);
    Set(out, Setting::EV, "Backup", draws.OneOf({0U, planes, active, 128U}));
    Set(out, Setting::EV, "RandomDeal", draws.Chance(30) ? "true" : "false");
}

void
DrawTransport(test::CountedDraws& draws, SoakCase& out)
{
    if (draws.Chance(20))
    {
        Set(out, Setting::FABRIC, "Trimming", "false");
        Set(out, Setting::QP, "TrimNack", "false");
    }
    out.retriesEnd = draws.Chance(20);
    if (out.retriesEnd)
    {
        Set(out, Setting::QP, "ExponentialRetries", draws.Between(2, 4));
    }
    if (draws.Chance(15))
    {
        const uint32_t most = draws.Between(500, 4000); // us
        Set(out, Setting::FABRIC, "PortFailure", "Cx8Like");
        Set(out, Setting::FABRIC, "BlackoutMinimum", std::to_string(most / 2) + "us");
        Set(out, Setting::FABRIC, "BlackoutMaximum", std::to_string(most) + "us");
        out.blackout = Micros(most + 10); // and DetectDelay
    }
}

/** Adds a flow, and as many more between the same two NICs as one to four queue pairs mean. */
void
AddFlows(SoakCase& out, const Transfer& flow, uint32_t queuePairs)
{
    for (uint32_t i = 0; i < queuePairs; ++i)
    {
        out.traffic.transfers.push_back(flow);
        out.traffic.transfers.back().id = out.traffic.transfers.size();
    }
}

/** @return pairs of NICs: a few, a permutation or an incast */
std::vector<std::pair<uint32_t, uint32_t>>
DrawPairs(test::CountedDraws& draws, uint32_t nics)
{
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    const uint32_t pattern = draws.Below(3);
    if (pattern == 0) // a rotation is a permutation without fixed points
    {
        const uint32_t by = draws.Between(1, nics - 1);
        for (uint32_t nic = 0; nic < nics; ++nic)
        {
            pairs.emplace_back(nic, (nic + by) % nics);
        }
        return pairs;
    }
    const uint32_t to = draws.Below(nics);
    const uint32_t count = pattern == 1 ? draws.Between(2, std::min(nics - 1, 15U) + 1)
                                        : draws.OneOf({1U, 4U, 8U, 16U, 32U});
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t at = pattern == 1 ? to : draws.Below(nics);
        const uint32_t by = pattern == 1 ? 1 + i % (nics - 1) : draws.Between(1, nics - 1);
        pairs.emplace_back((at + by) % nics, at);
    }
    return pairs;
}

void
DrawTraffic(test::CountedDraws& draws, SoakCase& out)
{
    const std::vector<std::pair<uint32_t, uint32_t>> pairs = DrawPairs(draws, out.topology.nics);
    const uint32_t queuePairs = pairs.size() > 32 ? 1 : draws.OneOf({1U, 1U, 2U, 4U});
    const auto flows = static_cast<uint32_t>(pairs.size()) * queuePairs;
    out.repeat = draws.OneOf({1U, 1U, 2U, 4U});
    const uint32_t most = static_cast<uint32_t>(MOST_BYTES / flows / out.repeat);
    const uint32_t size =
        std::min(most, draws.OneOf({100000U, 1000000U, 10000000U, most, most, most}));
    const uint32_t late = draws.OneOf({0U, 50U, 500U, 2000U}); // us
    for (const auto& [from, to] : pairs)
    {
        Transfer flow;
        flow.source = from;
        flow.destination = to;
        flow.bytes = draws.Between(1 + size / 2, size);
        flow.start = Instant(Nanos(draws.Below(1 + late * 1000)).Ps());
        AddFlows(out, flow, queuePairs);
    }
    out.traffic.name = out.name;
    out.traffic.nodes = out.topology.nics;
}

} // namespace

SoakCase
DrawCase(uint64_t seed)
{
    test::CountedDraws draws(seed);
    SoakCase out;
    out.name = "seed " + std::to_string(seed);
    out.run = static_cast<uint32_t>(seed);
    DrawTopology(draws, out);
    DrawPaths(draws, out);
    DrawTransport(draws, out);
    DrawTraffic(draws, out);
    out.faults = DrawFaults(draws, out);
    return out;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
