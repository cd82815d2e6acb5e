/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CAPTURE_INCAST_H
#define MRC_CAPTURE_INCAST_H

#include "mrc-conservation.h"
#include "mrc-test-topology.h"

#include "ns3/mrc-fabric-helper.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return four NICs on two T0s and two T1s in one plane, of which NIC 0 gets an incast */
inline Ptr<Network>
MakeIncast(const FabricHelper& parts = FabricHelper())
{
    FabricHelper helper = parts;
    helper.AssignStreams(7);
    helper.SetTopology(SmallFabric(4, 2, 2));
    Ptr<Network> network = Audited(helper.Install());
    for (uint32_t nic = 1; nic < 4; ++nic)
    {
        network->Connect(nic, 0)->Write(300000);
    }
    return network;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_CAPTURE_INCAST_H */
