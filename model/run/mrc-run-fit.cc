/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-run-fit.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-flow-course.h"
#include "ns3/mrc-flow-stream.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-traffic-file.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t MAX_REPEAT = 1000000000; // keeps flow numbers and byte counts in 64 bits

} // namespace

const ConnectionMatrix&
Checked(const ConnectionMatrix& matrix, const Ptr<Network>& network, uint32_t repeat)
{
    if (!network)
    {
        throw std::invalid_argument(matrix.name + ": no network; expected one to run it on");
    }
    const uint32_t nics = network->GetTopology().Spec().nics;
    if (matrix.nodes > nics)
    {
        throw std::invalid_argument(matrix.name + ": ranks " + std::to_string(matrix.nodes) +
                                    ", NICs " + std::to_string(nics) +
                                    ": does not fit; expected a NIC for each rank");
    }
    if (repeat == 0 || repeat > MAX_REPEAT)
    {
        throw std::invalid_argument(std::to_string(repeat) + " repetitions; expected 1 .. " +
                                    std::to_string(MAX_REPEAT));
    }
    // A list is read once, and a repetition would need its flows again.
    if (repeat > 1 && matrix.list)
    {
        throw std::invalid_argument(matrix.name + ": " + std::to_string(repeat) +
                                    " repetitions of each flow; expected 1: a list of " +
                                    std::to_string(matrix.list->flows) +
                                    " flows is read as the run goes on");
    }
    if (repeat > 1 && matrix.sharesPairs)
    {
        throw std::invalid_argument(matrix.name + ": " + std::to_string(repeat) +
                                    " repetitions of each transfer; expected 1: those of a "
                                    "workload in words wait for each other");
    }
    return matrix;
}

void
CheckTriggers(const FlowCourse& driver, const Network& network)
{
    const Span delay = network.Unloaded().TriggerDelay();
    // 0 is allowed on purpose, for comparison with simulators that have oracles for triggers
    // [trigger-delay].
    if (driver.CountAcrossNics() != 0 && delay != Span() && delay < network.Unloaded().HostDelay())
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile::TriggerDelay is " +
                                    std::to_string(delay.Ps() / 1000) +
                                    " ns; expected at least HostDelay, " +
                                    std::to_string(network.Unloaded().HostDelay().Ps() / 1000) +
                                    " ns, or 0, which is an oracle");
    }
}

std::string
FitOf(const ConnectionMatrix& matrix, const Ptr<Network>& network)
{
    const uint32_t nics = network->GetTopology().Spec().nics;
    const bool isOpen = LoopOf(matrix) == TrafficLoop::OPEN;
    std::string text = "ranks " + std::to_string(matrix.nodes) + ", NICs " + std::to_string(nics) +
                       ": fits; " +
                       (isOpen ? "open loop, transfers start at times of their own"
                               : "closed loop, transfers start once others are done");
    if (matrix.mostSends != 0)
    {
        text += "; at most " + std::to_string(matrix.mostSends) + " sends of each rank";
    }
    return text;
}

} // namespace mrc
} // namespace ns3
