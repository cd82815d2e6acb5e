/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-config.h"

#include "mrc-pause-headroom.h"
#include "mrc-pause-plan.h"
#include "mrc-shared-buffer.h"
#include "mrc-weighted-rounds.h"
#include "mrc-wred-profile.h"

#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-pause.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace mrc
{

static_assert(PortConfig().trimmedDscp == DscpPlan().TrimmedAt(false),
              "a port that nobody configures trims as ports inside a fabric do");

namespace
{

/** @return a share of a bandwidth-delay product, in bytes that leave room for one more frame */
uint32_t
ShareOf(double bdp, double share)
{
    // Admit adds up a full queue and one more frame in 32 bits.
    return static_cast<uint32_t>(std::min(std::lround(bdp * share), long{INT32_MAX}));
}

} // namespace

PortConfig
FabricConfig::ConfigFor(PortRole role, uint64_t rate, Span baseRtt) const
{
    // bit/s over 8 are bytes per second, 1e-12 turns picoseconds into seconds.
    const double bdp = static_cast<double>(rate) / 8 * baseRtt.Ps() * 1e-12;
    const auto bytes = [bdp](double share) { return ShareOf(bdp, share); };
    PortConfig config;
    config.rate = LineRate(rate);
    config.Limit(TrafficClass::CONTROL) = bytes(controlLimit);
    config.Limit(TrafficClass::TRIMMED) = bytes(trimmedLimit);
    config.trimming = trimming;
    config.trimVictim = trimVictim;
    config.retxFirst = retxFirst;
    // Sources count from the outer IPv6 header on, a port counts whole frames [trim-size].
    config.trimFrameSize = trimSize + ETHERNET_BYTES;
    // of 256, rounded up: 0 would mean strict priority
    config.trimmedShare = static_cast<uint16_t>(std::ceil(trimmedShare * 256));
    if (Weights().Any())
    {
        // The weights share the line: no credit of trimmed packets is kept [class-weights].
        config.trimmedShare = 0;
    }
    // With trimming the last hop, where incasts meet, has more room than the fabric [queue-limits].
    config.Limit(TrafficClass::DATA) = bytes(!trimming                    ? untrimmedLimit
                                             : role == PortRole::LAST_HOP ? lastHopLimit
                                                                          : dataLimit);
    if (bufferSize != 0 && role != PortRole::NIC)
    {
        // Each frame is then beyond its limit, and PortAdmission asks the buffer.
        config.limits = {{0, 0, 0}};
    }
    config.trimmedDscp = dscp.TrimmedAt(role == PortRole::LAST_HOP);
    // A mark makes the sender skip an EV, but all EVs of a plane share the last hop [ecn-last-hop].
    const bool marks = role == PortRole::LAST_HOP ? ecnOnLastHop : role != PortRole::NIC;
    if (marks)
    {
        config.marker = MarkerFor(role, bdp);
        config.markAt = ecnMarkAt;
    }
    if (role == PortRole::NIC)
    {
        // The NIC paces itself: a data packet is pulled when its port is idle, so nothing
        // overflows.
        config.Limit(TrafficClass::DATA) = UINT32_MAX;
        config.Limit(TrafficClass::CONTROL) = nicControlLimit != 0 ? nicControlLimit : UINT32_MAX;
    }
    return config;
}

EcnMarker
FabricConfig::MarkerFor(PortRole role, double bdp) const
{
    const uint32_t ownMaximum =
        role == PortRole::FROM_T1 && ecnMaximumBytesT1 != 0 ? ecnMaximumBytesT1 : ecnMaximumBytes;
    return EcnMarker(ecnMinimumBytes != 0 ? ecnMinimumBytes : ShareOf(bdp, ecnMinimum),
                     ownMaximum != 0 ? ownMaximum : ShareOf(bdp, ecnMaximum),
                     ecnProbability);
}

ClassWeights
FabricConfig::Weights() const
{
    ClassWeights weights;
    weights.shares[TrafficClass::CONTROL] = controlWeight;
    weights.shares[TrafficClass::TRIMMED] = trimmedWeight;
    weights.shares[TrafficClass::DATA] = dataWeight;
    return weights;
}

WredProfile
FabricConfig::Wred() const
{
    const auto curve = [](uint32_t minimum, uint32_t maximum, double probability) {
        return maximum == 0 ? EcnMarker() : EcnMarker(minimum, maximum, probability);
    };
    ByClass<EcnMarker> curves;
    curves[TrafficClass::DATA] = curve(dataWredMinimum, dataWredMaximum, dataWredProbability);
    curves[TrafficClass::TRIMMED] =
        curve(trimmedWredMinimum, trimmedWredMaximum, trimmedWredProbability);
    curves[TrafficClass::CONTROL] =
        curve(controlWredMinimum, controlWredMaximum, controlWredProbability);
    return WredProfile(curves, wredDropsEct);
}

ByClass<BufferShare>
FabricConfig::BufferShares() const
{
    ByClass<BufferShare> shares;
    shares[TrafficClass::DATA] = {dataThreshold, bufferReserved};
    shares[TrafficClass::TRIMMED] = {trimmedThreshold, bufferReserved};
    shares[TrafficClass::CONTROL] = {controlThreshold, bufferReserved};
    return shares;
}

PausePlan
FabricConfig::Pauses() const
{
    PausePlan plan;
    plan.lossless = lossless;
    plan.priority = pfcPriority;
    plan.exponent = pfcThreshold;
    plan.offset = pfcXonOffset;
    plan.headroomPool = pfcHeadroomPool;
    plan.quanta = pfcQuanta;
    plan.detect = pfcDetect;
    plan.restore = pfcRestore;
    return plan;
}

PauseLink
FabricConfig::PauseLinkFor(const PortConfig& data, const PortConfig& pause, Span baseRtt) const
{
    const Span byRate = PeerResponse(data.rate);
    PauseLink link;
    // Of pauses that come by this link: they hold the port at its far end.
    link.response = pfcResponse > Span() ? pfcResponse : byRate;
    link.quantum = data.rate.Serialize(PAUSE_QUANTUM_BYTES);
    link.headroom = pfcHeadroom;
    if (pfcHeadroom == 0)
    {
        // A switch that is paused looks at a pause when its latency is over, and not before.
        const Span acts = std::max(link.response, pause.farLatency);
        link.headroom = PauseHeadroom(data.rate, data.propagation, acts + data.farLatency);
    }
    link.xoff = pfcXoff;
    if (pfcXoff == 0 && bufferSize == 0)
    {
        const double bdp =
            static_cast<double>(data.rate.BitsPerSecond()) / 8 * baseRtt.Ps() * 1e-12;
        link.xoff = ShareOf(bdp, dataLimit);
    }
    return link;
}

PortFailures
FabricConfig::Failures() const
{
    const bool cx8 = portFailure == PORT_FAILURE_CX8_LIKE;
    const bool isProduction = portFailure == PORT_FAILURE_PRODUCTION;
    PortStatusCarrier by = carrier;
    if (by == PORT_STATUS_AUTO)
    {
        // NICs with a blackout tell by SACKs, others by requests of their own
        // [port-status-carrier].
        by = cx8 || isProduction ? PORT_STATUS_IN_SACK : PORT_STATUS_UPDATE;
    }
    PortFailures failures;
    failures.detectDelay = detectDelay;
    // A maximum of 0 means that there is no blackout: NicPorts::BlackOut asks for that.
    failures.blackoutMinimum = cx8 ? blackoutMinimum : Span();
    failures.blackoutMaximum = cx8 ? blackoutMaximum : Span();
    if (isProduction) // "typically a few seconds" [port-blackout]
    {
        failures.blackoutMinimum = Micros(2000000);
        failures.blackoutMaximum = Micros(4000000);
    }
    failures.announced = by != PORT_STATUS_IN_SACK;
    failures.inSack = by != PORT_STATUS_UPDATE;
    return failures;
}

} // namespace mrc
} // namespace ns3
