/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SCENARIO_H
#define MRC_SCENARIO_H

#include "mrc-expectation.h"
#include "mrc-figures.h"
#include "mrc-stream-benchmark.h"

#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-topology-spec.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** One figure of a scenario, and its expectation. */
struct Goal
{
    Figure figure;
    Expectation expectation;
};

/** An experiment: its flows, its faults, and the expected figures. */
struct Scenario
{
    std::string target{}; //!< of the experiment
    TopologySpec topology{};
    StreamLoad load{};
    Sampling sampling{MilliSeconds(1), MilliSeconds(5)}; //!< [goodput-measure]
    Time leastLength{};                                  //!< a shorter measurement says nothing
    std::string faults{};                                //!< as Network::ScheduleFaults takes them
    std::function<void(FabricHelper&)> configure{};      //!< sets attributes; empty: all default
    std::vector<Goal> goals{};
    std::string pcap{};                        //!< prefix of captures of NIC 0's ports; empty: none
    std::function<void(Network&)> installed{}; //!< is called before the run; empty: nothing is
};

/** @return the same with windows of the largest size that nothing changes, in place of NSCC */
Scenario WithFixedWindow(Scenario scenario);

/**
 * Runs the simulator with a fabric of its own, and destroys both.
 *
 * @param scenario the one to run
 * @return the measurements
 */
Measured Run(const Scenario& scenario);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SCENARIO_H */
