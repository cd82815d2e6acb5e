/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-plans.h"

#include <map>
#include <stdexcept>
#include <string>
#include <tuple>

namespace ns3
{
namespace mrc
{

namespace
{

/** What ports of a kind have in common beside their links. */
struct KindRow
{
    PortRole role;
    Span farLatency; //!< of the switch at the far end; a NIC has none: hosts delay requests only
};

/** @return the row of a kind */
KindRow
RowOf(PortKind kind, const TopologySpec& spec)
{
    switch (kind)
    {
    case PortKind::NIC:
        return {PortRole::NIC, spec.t0Latency};
    case PortKind::T0_DOWN:
        return {PortRole::LAST_HOP, Span()};
    case PortKind::T0_UP:
        return {PortRole::FABRIC, spec.t1Latency};
    case PortKind::T1_DOWN:
        return {PortRole::FROM_T1, spec.t0Latency};
    case PortKind::T1_UP:
        return {PortRole::FROM_T1, spec.t2Latency};
    case PortKind::T2_DOWN:
        break;
    }
    return {PortRole::FROM_T1, spec.t1Latency};
}

} // namespace

void
PlanPorts(const Topology& topology, const FabricProfile& profile, Span baseRtt, FabricPlan& plan)
{
    // Ports of a kind are alike where no rule says otherwise, so that few configurations do.
    using Key = std::tuple<PortKind, uint64_t, uint64_t, Span>;
    std::map<Key, uint16_t> known;
    plan.ports.resize(topology.PortCount());
    for (uint32_t i = 0; i < topology.PortCount(); ++i)
    {
        const PortKind kind = topology.PortPlaceOf(i).kind;
        const LinkLine& line = topology.LineOf(i);
        const auto [found, isNew] = known.emplace(Key{kind, line.whole, line.rate, line.delay},
                                                  static_cast<uint16_t>(plan.configs.size()));
        if (isNew)
        {
            if (plan.configs.size() > UINT16_MAX)
            {
                throw std::invalid_argument("topology '" + topology.Spec().name +
                                            "': links of more than 65536 different rates and "
                                            "delays; expected fewer");
            }
            const KindRow row = RowOf(kind, topology.Spec());
            PortConfig config = profile.ConfigFor(row.role, line.whole, baseRtt);
            config.rate = LineRate(line.rate);
            config.propagation = line.delay;
            config.farLatency = row.farLatency;
            plan.configs.push_back(config);
        }
        plan.ports[i].config = found->second;
        if (line.jitter > Span())
        {
            plan.jitters.emplace(i, line.jitter);
        }
    }
}

} // namespace mrc
} // namespace ns3
