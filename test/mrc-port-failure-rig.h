/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_FAILURE_RIG_H
#define MRC_PORT_FAILURE_RIG_H

#include "mrc-test-network.h"

#include "ns3/string.h"

#include <map>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

using Attributes = std::map<std::string, std::string>; //!< of FabricProfile

/** @return three NICs on one T0 in each of two planes */
inline Ptr<Network>
ThreeNics(const Attributes& attributes, int64_t stream = 5)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(stream);
    helper.SetTopology(SmallFabric(3, 3, 0, 2));
    for (const auto& [name, value] : attributes)
    {
        helper.SetFabricAttribute(name, StringValue(value));
    }
    return Audited(helper.Install());
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_FAILURE_RIG_H */
