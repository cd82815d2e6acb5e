/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-plans.h"

#include "mrc-link-lines.h"
#include "mrc-path-ports.h"

#include "ns3/mrc-fabric-config.h"

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

/** @return the role of a port, which decides about its limits and marks */
PortRole
RoleOf(PortKind kind)
{
    return kind == PortKind::NIC       ? PortRole::NIC
           : kind == PortKind::T0_DOWN ? PortRole::LAST_HOP
           : kind == PortKind::T0_UP   ? PortRole::FABRIC
                                       : PortRole::FROM_T1;
}

} // namespace

/**
 * Gives each port its configuration, and ports that are alike the same one: a large fabric has few
 * of them.
 */
void
PlanPorts(const Topology& topology, const FabricProfile& profile, Span baseRtt, FabricPlan& plan)
{
    // Ports of a kind are alike where no rule says otherwise, so that few configurations do.
    using Key = std::tuple<PortKind, uint64_t, uint64_t, Span, Span>;
    std::map<Key, uint16_t> known;
    plan.ports.resize(topology.PortCount());
    for (uint32_t i = 0; i < topology.PortCount(); ++i)
    {
        const PortKind kind = topology.PortPlaceOf(i).kind;
        const LinkLine& line = LineOf(topology, i);
        const Span latency = FarLatency(topology, i);
        // The number of a configuration stands in each port's line, which has 16 bits for it.
        const auto [found, isNew] =
            known.emplace(Key{kind, line.whole, line.rate, line.delay, latency},
                          static_cast<uint16_t>(plan.configs.size()));
        if (isNew)
        {
            if (plan.configs.size() > UINT16_MAX)
            {
                throw std::invalid_argument("topology '" + topology.Spec().name +
                                            "': links of more than 65536 different rates and "
                                            "delays; expected fewer");
            }
            // A degraded link keeps the queues of its whole rate.
            PortConfig config = profile.ConfigFor(RoleOf(kind), line.whole, baseRtt);
            config.rate = LineRate(line.rate);
            config.propagation = line.delay;
            config.farLatency = latency;
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
