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
 * @return what fires hot events in the current simulator, which is created if there is none: a
 * FastSimulatorImpl itself, beside any other implementation a HotDriver
 */
HotHost& SimulatorHost();

} // namespace mrc
} // namespace ns3

#endif /* MRC_SIMULATOR_HOST_H */
