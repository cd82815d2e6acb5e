/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CLOS_SHAPE_H
#define MRC_CLOS_SHAPE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The switches of one tier of one plane. All of them are alike, though the last may be part full.
 */
struct ClosTier
{
    uint64_t switches{0};      //!< of this tier, in each plane
    uint64_t groupSwitches{1}; //!< the switches that one NIC reaches on the way up: 1 in tier 0
    uint64_t nicsBelow{0};     //!< NICs that one switch stands above
    uint32_t down{0};          //!< ports of a switch that look down
    uint32_t up{0};            //!< ports of a switch that look up; 0 in the highest tier
    uint64_t upLinkRate{0};    //!< of each of these, bit/s; 0 in the highest tier
};

/**
 * The power and the cost of devices: the user's figures, in watts and in a currency of the user's.
 */
struct DeviceFigures
{
    double switchWatts{0};            //!< of a switch without optics
    double switchPrice{0};            //!< of a switch without optics
    double opticWatts{0};             //!< of a module
    double opticPrice{0};             //!< of a module
    double linkPrice{0};              //!< of a fibre or cable, both ends
    uint64_t opticRate{800000000000}; //!< of a module, bit/s: a module takes the links that fit

    /**
     * @param switches how many
     * @param optics modules
     * @return power of both, W
     */
    double Watts(uint64_t switches, uint64_t optics) const;

    /**
     * @param switches how many
     * @param optics modules
     * @param links fibres or cables
     * @return price of all, in the currency of the figures
     */
    double Price(uint64_t switches, uint64_t optics, uint64_t links) const;
};

/**
 * @param links that are alike
 * @param rate of each, bit/s
 * @param moduleRate of an optical module, bit/s, not 0
 * @return modules at both ends of these links; a module takes as many as its rate allows
 */
uint64_t OpticsOf(uint64_t links, uint64_t rate, uint64_t moduleRate);

/** The share that the failure of one part takes from the NICs hit. */
struct BlastRadius
{
    double planeShare{0};  //!< of a NIC's bandwidth in one plane, 0 .. 1
    double nicShare{0};    //!< of a NIC's whole bandwidth, 0 .. 1
    double serverShare{0}; //!< of the bandwidth of a server, 0 .. 1
    uint64_t nics{0};      //!< how many NICs lose that much
};

/**
 * Says which parts a folded Clos fabric takes, and the cost of its failures, by arithmetic
 * [cost-table].
 *
 * Planes are alike and do not touch. A NIC has one port in each; tier 0 is the tier that the NICs
 * hang on. The shares that a failure above tier 0 takes are of traffic that crosses this tier.
 */
struct ClosShape
{
    uint64_t nics{0};            //!< NICs
    uint32_t planes{1};          //!< planes, which are ports of a NIC
    uint32_t rails{1};           //!< NICs of a server, each on T0s of its own; 1: not in rails
    uint64_t nicLinkRate{0};     //!< of one port of a NIC, bit/s
    std::vector<ClosTier> tiers; //!< from the NICs upwards, at least one

    /** @return switches of all tiers and planes */
    uint64_t Switches() const;

    /**
     * @param tier 0 for links of NICs, i for links between tiers i - 1 and i
     * @return links that end there from below, in all planes; 0 of a tier that does not exist
     */
    uint64_t Links(std::size_t tier) const;

    /** @return links of all tiers and planes, those of NICs included */
    uint64_t Links() const;

    /**
     * @param moduleRate of an optical module, bit/s, not 0
     * @return modules at both ends of all links; a module takes as many links as its rate allows
     */
    uint64_t Optics(uint64_t moduleRate) const;

    /** @return switches on the longest path: up to the highest tier and down */
    uint32_t LongestPath() const;

    /**
     * @param tier 0 .. tiers.size() - 1
     * @return bandwidth into a switch from below for each bit/s upwards: 1 is full bisection, 0 of
     *         the highest tier
     */
    double Oversubscription(std::size_t tier) const;

    /**
     * @param tier 0 for the link of a NIC's port, i for a link between tiers i - 1 and i
     * @return the share that the loss of this link takes
     */
    BlastRadius LossOfLink(std::size_t tier) const;

    /**
     * @param tier 0 .. tiers.size() - 1
     * @return the share that the loss of one switch of this tier takes
     */
    BlastRadius LossOfSwitch(std::size_t tier) const;

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

  private:
    BlastRadius Loss(double planeShare, uint64_t nicsHit) const;
};

struct TopologySpec;

/**
 * @param spec a fabric by its numbers, valid: of a preset, a `.topo` file or a script
 * @return the shape of the fabric; links that differ in rate or delay count as those of their tier
 * @throws std::invalid_argument naming the fabric if it is a graph or lacks links, so that the
 *         switches of a tier are not alike
 */
ClosShape ShapeOfTopology(const TopologySpec& spec);

/**
 * Makes a fabric of a shape that can be run, of four tiers too [shaped-graphs].
 *
 * @param shape as planned or by hand; links into a switch count by the tier below alone
 * @param name for messages and reports
 * @return a graph with all nodes and links of the shape, validated
 * @throws std::invalid_argument naming the value that fits no other one, or that exceeds the
 * numbers of uSIDs
 */
TopologySpec TopologyOfShape(const ClosShape& shape, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CLOS_SHAPE_H */
