/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NSCC_CONSTANTS_H
#define MRC_NSCC_CONSTANTS_H

#include "mrc-congestion-events.h"
#include "mrc-qp-config.h"

#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/** NSCC's constants in bytes and picoseconds [nscc-constants]. */
struct NsccConstants
{
    Span baseRtt;             //!< round trip without queues
    Span trimDelay;           //!< queueing delay that a trimmed packet stands for
    Span target;              //!< queueing delay to hold
    Span fastDelay;           //!< below this a delay counts as none
    Span qaThreshold;         //!< delay that triggers quick adapt
    Span adjustPeriod;        //!< time after which increases take effect
    double mtu;               //!< bytes
    double maxWindow;         //!< bytes, also the initial window
    double part{1};           //!< share of the configured largest window: Nscc::LimitWindow
    double alpha;             //!< bytes per picosecond
    double fairIncrease;      //!< bytes
    double fastIncreaseScale; //!< bytes added per byte acknowledged at no delay
    double eta;               //!< bytes
    double gamma;             //!< share of the excess delay that a decrease takes
    double maxMdJump;         //!< least factor of one decrease
    double averageWeight;     //!< of a sample in the average delay
    double adjustBytes;       //!< bytes
    double qaLimit;           //!< bytes: quick adapt acts below this
    bool quickAdapt;          //!< whether quick adapt acts
    bool qaSkipsPauses;       //!< whether quick adapt measures anew behind a pause
    bool windowDerived;       //!< from the base RTT, not configured

    /**
     * @param config the user's settings; all others are derived from the path
     * @param path the path
     * @return the constants
     */
    static NsccConstants Derive(const CcConfig& config, const NsccPath& path);
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NSCC_CONSTANTS_H */
