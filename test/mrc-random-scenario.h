/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANDOM_SCENARIO_H
#define MRC_RANDOM_SCENARIO_H

#include "ns3/mrc-topology-spec.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Which profile an attribute belongs to. */
enum class ProfileKind
{
    FABRIC,
    QP,
    EV,
    CC,
};

/** An attribute that differs from its initial value. */
struct Setting
{
    ProfileKind profile;
    std::string name;
    std::string value;
};

/** A Write that is posted at a time of its own. */
struct PlannedWrite
{
    int64_t ns;
    uint32_t connection; //!< place in RandomScenario::connections
    uint32_t bytes;
    bool hasImmediate;
};

/** An uplink of all T0s that is on the denylist for a while. */
struct Denial
{
    int64_t from; //!< ns
    int64_t to;   //!< ns
    PlaneId plane;
    uint32_t uplink;
};

/** A network, its tasks, and the faults meanwhile. */
struct RandomScenario
{
    TopologySpec topology;
    std::vector<Setting> settings;
    std::vector<std::pair<uint32_t, uint32_t>> connections; //!< from NIC to NIC
    std::vector<PlannedWrite> writes;
    std::string faults; //!< as ReadFaultList takes them
    std::vector<Denial> denials;
    bool mayGiveUp{false}; //!< Writes may end badly: a fault stays and retries have an end
};

/** @return the scenario in words, for people that repeat the run */
inline std::string
Describe(const RandomScenario& scenario)
{
    const TopologySpec& spec = scenario.topology;
    std::ostringstream out;
    out << spec.nics << " NICs, " << spec.planes << " planes, " << spec.nicsPerT0
        << " NICs per T0, " << spec.t1Count << " T1s, " << spec.nicLinkRate << " and "
        << spec.fabricLinkRate << " bit/s, delays " << spec.nicLinkDelay.Ps() << ' '
        << spec.fabricLinkDelay.Ps() << ' ' << spec.t0Latency.Ps() << ' ' << spec.t1Latency.Ps()
        << " ps";
    if (spec.HasPods())
    {
        out << ", pods of " << spec.t0sPerPod << " T0s, " << spec.t1Uplinks
            << " T2s above a T1 by links of " << spec.upperLinkRate << " bit/s";
    }
    out << '\n';
    for (const Setting& setting : scenario.settings)
    {
        out << setting.name << '=' << setting.value << ' ';
    }
    out << "\nfaults: " << scenario.faults << '\n';
    for (const Denial& denial : scenario.denials)
    {
        out << "denied " << denial.from << " .. " << denial.to << " ns: plane " << +denial.plane
            << ", uplink " << denial.uplink << '\n';
    }
    for (const PlannedWrite& write : scenario.writes)
    {
        const auto [source, destination] = scenario.connections[write.connection];
        out << write.ns << " ns: " << source << "->" << destination << " (" << write.connection
            << ") " << write.bytes << " B" << (write.hasImmediate ? " immediate" : "") << '\n';
    }
    return out.str();
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_RANDOM_SCENARIO_H */
