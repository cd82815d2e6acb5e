/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nscc-constants.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double REFERENCE_BDP = 150000.0;      //!< bytes: 100 Gb/s x 12 us [nscc-constants]
constexpr double REFERENCE_RTT_PS = 12000000.0; //!< 12 us [nscc-constants]
constexpr double PS_PER_SECOND = 1e12;

// A constant that is not set is negative, 0 or no time, as the type allows: a double of 0 is a
// choice of users.
double
Or(double configured, double derived)
{
    return configured < 0 ? derived : configured;
}

Span
Or(Span configured, Span derived)
{
    return configured == Span() ? derived : configured;
}

/** @return bytes that were set, or derived ones: 0 means not set */
double
OrBytes(uint64_t configured, double derived)
{
    return configured == 0 ? derived : static_cast<double>(configured);
}

} // namespace

NsccConstants
NsccConstants::Derive(const CcConfig& config, const NsccPath& path)
{
    // [nscc-constants], the table of UEC's default parameters
    NsccConstants c{};
    c.baseRtt = path.baseRtt;
    // A copy of the configured base RTT, since OnShorterBaseRtt changes the other.
    c.trimDelay = path.baseRtt;
    const double basePs = static_cast<double>(c.baseRtt.Ps());
    const double bdp = static_cast<double>(path.bitRate) / 8 * basePs / PS_PER_SECOND;
    const double a = bdp / REFERENCE_BDP;
    c.target = Or(config.targetDelay, path.trimming ? c.baseRtt * 3 / 4 : c.baseRtt);
    const double b = static_cast<double>(c.target.Ps()) / REFERENCE_RTT_PS;
    c.mtu = path.mtu;
    c.maxWindow = std::max(OrBytes(config.maxWindow, 1.5 * bdp), c.mtu);
    c.windowDerived = config.maxWindow == 0;
    // b / target is 1 / 12 us, whatever the target is: UEC's table has the product.
    c.alpha = 4 * c.mtu * a * b / static_cast<double>(c.target.Ps());
    c.fairIncrease = Or(config.fairIncrease, 5 * c.mtu * a);
    c.eta = Or(config.eta, 0.15 * c.mtu * a);
    c.fastIncreaseScale = Or(config.fastIncreaseScale, 0.25 * a);
    c.fastDelay = Micros(1);
    c.gamma = config.gamma;
    c.maxMdJump = config.maxMdJump;
    c.averageWeight = config.averageWeight;
    c.quickAdapt = !config.disableQa;
    c.qaSkipsPauses = config.qaSkipsPauses;
    // The gate counts in powers of two: 3, the default, is an eighth.
    c.qaLimit = c.maxWindow / static_cast<double>(uint64_t{1} << config.qaGate);
    // Where the fabric trims, trims tell of overload; elsewhere a delay of four targets has to.
    c.qaThreshold = Or(config.qaThreshold, path.trimming ? Span::Max() : c.target * 4);
    c.adjustBytes = OrBytes(config.adjustBytes, 8 * c.mtu);
    c.adjustPeriod = Or(config.adjustPeriod, c.baseRtt);
    return c;
}

} // namespace mrc
} // namespace ns3
