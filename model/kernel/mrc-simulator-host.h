/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SIMULATOR_HOST_H
#define MRC_SIMULATOR_HOST_H

#include "mrc-hot-host.h"

namespace ns3
{
namespace mrc
{

/**
 * @return the host of hot events in the current simulator, which is created if there is none. The
 * host is a FastSimulatorImpl itself, or a HotDriver beside any other implementation
 */
HotHost& SimulatorHost();

} // namespace mrc
} // namespace ns3

#endif /* MRC_SIMULATOR_HOST_H */
