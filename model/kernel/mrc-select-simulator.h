/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SELECT_SIMULATOR_H
#define MRC_SELECT_SIMULATOR_H

namespace ns3
{
namespace mrc
{

/**
 * Makes FastSimulatorImpl the simulator, if there is still a choice.
 *
 * There is none once ns-3 has made its simulator, which the first Node, Channel or Simulator::Now()
 * does. A SimulatorImplementationType other than the default is left alone, set on the command line
 * or otherwise. So is the default one with GlobalValue MrcFastSimulator = false. The choice holds
 * for all later simulators of the process, too. A choice that comes too late is reported on
 * standard error.
 * @return whether FastSimulatorImpl is, or will be, the simulator
 */
bool SelectFastSimulator();

} // namespace mrc
} // namespace ns3

#endif /* MRC_SELECT_SIMULATOR_H */
