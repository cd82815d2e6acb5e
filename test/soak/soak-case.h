/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_CASE_H
#define MRC_SOAK_CASE_H

#include "soak-fault.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-topology-spec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** An attribute of one of the profiles that differs from its initial value. */
struct Setting
{
    enum Profile : uint8_t
    {
        FABRIC,
        QP,
        EV,
    };

    Profile profile;
    std::string name;
    std::string value;
};

/** The demands that may be made of a flow, see FlowBound. */
struct Allowance
{
    double factor{3};         //!< times bytes / R, without loss or with at most 1 %
    Span base{Micros(5000)};  //!< once
    Span event{Micros(3000)}; //!< for each fault event, and at the end of each span without a path
};

/** A case: a network, its tasks, its faults, and the outcome that must come nevertheless. */
struct SoakCase
{
    std::string name;  //!< `seed 17`
    uint32_t run{1};   //!< ns-3's run number, for the draws of the network
    int64_t stream{0}; //!< of the network's draws; -1: as a program has that assigns none
    TopologySpec topology;
    std::vector<Setting> settings;
    ConnectionMatrix traffic;
    uint32_t repeat{1}; //!< each transfer, on the same queue pair
    std::vector<SoakFault> faults;
    std::string selector{"Mrc"};
    Span blackout;          //!< the longest of Cx8Like port failures with detection; 0: Ideal
    bool retriesEnd{false}; //!< a queue pair gives up when it is cut off for some milliseconds
    Allowance allowance;
};

/** The beginning of the name of a case without its faults. */
const std::string HEALTHY = "healthy ";

/** @return the same case in which nothing fails */
inline SoakCase
WithoutFaults(SoakCase plan)
{
    plan.name = HEALTHY + plan.name;
    plan.faults.clear();
    return plan;
}

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_CASE_H */
