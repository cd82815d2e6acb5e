/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DCQCN_CONFIG_H
#define MRC_DCQCN_CONFIG_H

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The settings of both points of DCQCN [dcqcn-presets]. */
struct DcqcnConfig
{
    double gain{0};     //!< g, of alpha's average, above 0, at most 1
    Span cnpInterval;   //!< a receiver sends at most one CNP in this, and 0 is no limit
    Span cutInterval;   //!< the rate is cut at most once in this, and alpha follows each of its own
                        //!< intervals. 0: each CNP cuts the rate and raises alpha
    Span alphaInterval; //!< alpha decays once in this, if there was no CNP
    Span increaseInterval;   //!< of the timer that raises the rate
    uint32_t fastSteps{0};   //!< F: rises that halve the gap to the target
    uint64_t byteCounter{0}; //!< bytes sent that raise the rate as well; 0: none
    double additive{0};      //!< RAI, bit/s
    double hyper{0};         //!< RHAI, bit/s
    double minRate{0};       //!< bit/s
    bool clampTarget{false}; //!< each CNP makes the former rate the target
};

/** The published sets of these values [dcqcn-presets]. An unscoped enumeration, as ns-3's
 * attributes want it. */
enum DcqcnPreset
{
    DCQCN_NS3_RDMA, //!< the configuration that ns3-rdma ships, for 40 Gb/s
    DCQCN_HPCC,     //!< the one that the HPCC simulator and SimAI ship
    DCQCN_CONWEAVE, //!< the values that ConWeave's run.py writes; steps follow the link's rate
    DCQCN_ATTRIBUTE_DEFAULTS, //!< the values of the HPCC simulator's C++ code without configuration
};

/**
 * @param preset a published set
 * @param lineRate of the NIC's port, bit/s
 * @return the values of the set
 */
DcqcnConfig DcqcnOf(DcqcnPreset preset, uint64_t lineRate);

/** Where switches begin and end to mark by chance [dcqcn-marks]. */
struct DcqcnMarks
{
    uint32_t minimum{0};   //!< Kmin, bytes
    uint32_t maximum{0};   //!< Kmax, bytes
    double probability{0}; //!< Pmax, of a mark just below Kmax
};

/**
 * @param preset a published set
 * @param lineRate of the links, bit/s
 * @return the thresholds that were published with the preset for links of that rate
 */
DcqcnMarks DcqcnMarksOf(DcqcnPreset preset, uint64_t lineRate);

} // namespace mrc
} // namespace ns3

#endif /* MRC_DCQCN_CONFIG_H */
