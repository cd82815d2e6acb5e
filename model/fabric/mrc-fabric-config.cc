/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-config.h"

#include "ns3/mrc-frame-size.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace mrc
{

PortConfig
FabricConfig::ConfigFor(PortRole role, uint64_t rate, Span baseRtt) const
{
    const double bdp = static_cast<double>(rate) / 8 * baseRtt.Ps() * 1e-12;
    const auto bytes = [bdp](double share) {
        return static_cast<uint32_t>(std::min(std::lround(bdp * share), long{INT32_MAX}));
    };
    PortConfig config;
    config.rate = LineRate(rate);
    config.Limit(TrafficClass::CONTROL) = bytes(controlLimit);
    config.Limit(TrafficClass::TRIMMED) = bytes(trimmedLimit);
    config.trimming = trimming;
    config.trimVictim = trimVictim;
    config.retxFirst = retxFirst;
    config.trimFrameSize = trimSize + ETHERNET_BYTES;
    // of 256, rounded up: 0 would mean strict priority
    config.trimmedShare = static_cast<uint16_t>(std::ceil(trimmedShare * 256));
    config.Limit(TrafficClass::DATA) = bytes(!trimming                    ? untrimmedLimit
                                             : role == PortRole::LAST_HOP ? lastHopLimit
                                                                          : dataLimit);
    config.trimmedDscp = role == PortRole::LAST_HOP ? dscp.trimmedLastHop : dscp.trimmed;
    if (role == PortRole::FABRIC || (role == PortRole::LAST_HOP && ecnOnLastHop))
    {
        config.marker = EcnMarker(bytes(ecnMinimum), bytes(ecnMaximum), ecnProbability);
    }
    if (role == PortRole::NIC)
    {
        // The NIC paces itself: a data packet is pulled when its port is idle, so nothing
        // overflows.
        config.Limit(TrafficClass::DATA) = UINT32_MAX;
        config.Limit(TrafficClass::CONTROL) = UINT32_MAX;
    }
    return config;
}

PortFailures
FabricConfig::Failures() const
{
    const bool cx8 = portFailure == PORT_FAILURE_CX8_LIKE;
    PortStatusCarrier by = carrier;
    if (by == PORT_STATUS_AUTO)
    {
        by = cx8 ? PORT_STATUS_IN_SACK : PORT_STATUS_UPDATE;
    }
    PortFailures failures;
    failures.detectDelay = detectDelay;
    failures.blackoutMinimum = cx8 ? blackoutMinimum : Span();
    failures.blackoutMaximum = cx8 ? blackoutMaximum : Span();
    failures.announced = by != PORT_STATUS_IN_SACK;
    failures.inSack = by != PORT_STATUS_UPDATE;
    return failures;
}

} // namespace mrc
} // namespace ns3
