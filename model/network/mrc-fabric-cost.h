/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_COST_H
#define MRC_FABRIC_COST_H

#include "mrc-clos-shape.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class Topology;

/** Links that are alike. */
struct LinkGroup
{
    std::string name;  //!< of the tiers at its ends, such as `T0-T1 link`
    uint64_t rate{0};  //!< of each, bit/s
    uint64_t links{0}; //!< how many, in all planes
};

/** The share that the loss of the worst one of some parts takes. */
struct PartLoss
{
    std::string part; //!< `T1` or `T0-T1 link`
    BlastRadius loss; //!< of the part that the most is lost with
};

/**
 * The parts that a fabric of any shape needs, and the costs of its failures, counted on its nodes
 * and links [cost-of-graphs].
 */
struct FabricCost
{
    uint64_t nics{0};               //!< NICs
    uint32_t planes{1};             //!< planes, which are ports of a NIC
    uint32_t radix{0};              //!< most links of a switch
    uint32_t longestPath{0};        //!< switches on the longest of the shortest paths
    uint64_t mostLocal{0};          //!< most NICs of a switch
    std::vector<uint64_t> switches; //!< by tier, in all planes
    std::vector<LinkGroup> links;   //!< by tiers and rate
    std::vector<PartLoss> losses;   //!< of links and switches, by tier

    /** @return switches of all tiers */
    uint64_t Switches() const;

    /** @return links of all tiers, those of NICs included */
    uint64_t Links() const;

    /**
     * @param moduleRate of an optical module, bit/s, not 0
     * @return modules at both ends of all links, as ClosShape::Optics
     */
    uint64_t Optics(uint64_t moduleRate) const;

    /**
     * @param figures the user's
     * @return power of switches and modules, W
     */
    double Watts(const DeviceFigures& figures) const;

    /**
     * @param figures the user's
     * @return price of switches, modules and links, in the currency of the figures
     */
    double Price(const DeviceFigures& figures) const;
};

/**
 * @param topology the fabric
 * @param nicsPerServer NICs that follow each other are a server's, not 0
 * @return the cost of the fabric
 */
FabricCost CostOf(const Topology& topology, uint32_t nicsPerServer);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_COST_H */
