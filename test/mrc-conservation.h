/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONSERVATION_H
#define MRC_CONSERVATION_H

#include "ns3/mrc-fabric-books.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-frame-audit.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-stock-packet.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @throws std::logic_error that names the frames made or lost without a count */
inline void
RequireConservationOf(Ptr<Network> network)
{
    const NetworkEngine parts = network->Engine();
    RequireConservation(parts.fabric, network->GetTopology(), {parts.kernel.Now(), false});
}

/**
 * Has a network's books audited when its simulation ends, also in a program that does not set
 * MrcAudit.
 *
 * @return the network
 */
inline Ptr<Network>
Audited(Ptr<Network> network)
{
    Simulator::ScheduleDestroy(&RequireConservationOf, network);
    return network;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_CONSERVATION_H */
