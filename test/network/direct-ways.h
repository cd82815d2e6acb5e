/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DIRECT_WAYS_H
#define MRC_DIRECT_WAYS_H

#include "../mrc-test-network.h"

#include "ns3/mrc-network.h"
#include "ns3/string.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** A way to send without SRv6. */
struct DirectWay
{
    const char* encapsulation;
    const char* format;
};

inline constexpr DirectWay DIRECT_WAYS[] = {{"Ipv6", "Udp"},
                                            {"Ipv4", "Udp"},
                                            {"Ipv6", "Stev"},
                                            {"Ipv4", "Stev"}};

/** @return a network without SRv6, in a simulator of its own, where a script has set more */
template <typename More>
Ptr<Network>
MakeDirect(const DirectWay& way, const TopologySpec& spec, More more)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Encapsulation", StringValue(way.encapsulation));
    helper.SetEvAttribute("Format", StringValue(way.format));
    more(helper);
    return Audited(helper.Install());
}

/** @return the same, where no script has set more */
inline Ptr<Network>
MakeDirect(const DirectWay& way, const TopologySpec& spec = SixNics())
{
    return MakeDirect(way, spec, [](FabricHelper&) {});
}

/** @return four racks of four, each with four uplinks at the rate of its NICs */
inline TopologySpec
FourDirectRacks()
{
    return SmallFabric(16, 4, 4);
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_DIRECT_WAYS_H */
