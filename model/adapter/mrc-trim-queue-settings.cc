/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-trim-queue-settings.h"

#include "ns3/fatal-error.h"

#include <cmath>

namespace ns3
{
namespace mrc
{

namespace
{

/** Weights are for all classes or for none. */
void
CheckWeights(const TrimQueueSettings& s)
{
    const bool isAny = (s.controlWeight | s.trimmedWeight | s.dataWeight) != 0;
    const bool isAll = s.controlWeight != 0 && s.trimmedWeight != 0 && s.dataWeight != 0;
    if (isAny && !isAll)
    {
        NS_FATAL_ERROR("ns3::mrc::TrimQueueDisc: ControlWeight "
                       << +s.controlWeight << ", TrimmedWeight " << +s.trimmedWeight
                       << ", DataWeight " << +s.dataWeight << "; expected all of them, or none");
    }
}

/** Shares are shares of something. */
void
CheckShares(const TrimQueueSettings& s, bool hasBuffer)
{
    const bool hasShares = s.bufferReserved != 0 || s.dataThreshold != 0 ||
                           s.trimmedThreshold != 0 || s.controlThreshold != 0;
    if (!hasBuffer && hasShares)
    {
        NS_FATAL_ERROR("ns3::mrc::TrimQueueDisc: BufferReserved, DataThreshold, TrimmedThreshold "
                       "and ControlThreshold are shares of a shared buffer; expected Buffer, or "
                       "their defaults");
    }
}

} // namespace

void
CheckTrimQueue(const TrimQueueSettings& s, const DscpPlan& dscp, bool hasBuffer)
{
    // Attributes are set one by one, so limits that belong together are compared when all are
    // known.
    if (s.ecnMinimum > s.ecnMaximum)
    {
        NS_FATAL_ERROR("ns3::mrc::TrimQueueDisc: EcnMinimum "
                       << s.ecnMinimum << " exceeds EcnMaximum " << s.ecnMaximum);
    }
    if (s.wredMinimum > s.wredMaximum)
    {
        NS_FATAL_ERROR("ns3::mrc::TrimQueueDisc: DataWredMinimum "
                       << s.wredMinimum << " exceeds DataWredMaximum " << s.wredMaximum);
    }
    if (dscp.HasClash())
    {
        NS_FATAL_ERROR(
            "ns3::mrc::TrimQueueDisc: a code point names two classes; expected different "
            "ones for control, trimmed and trimmable packets, none of them 0");
    }
    if (hasBuffer && s.trimVictim != TRIM_VICTIM_ARRIVING)
    {
        NS_FATAL_ERROR(
            "ns3::mrc::TrimQueueDisc: TrimVictim Either with a Buffer, where a packet that "
            "waits makes no room for another queue's; expected Arriving, or no Buffer");
    }
    CheckWeights(s);
    CheckShares(s, hasBuffer);
}

/**
 * The queue disc runs the same queue as a port of the fabric, so its settings become those of a
 * port.
 */
PortConfig
PortConfigOf(const TrimQueueSettings& s, const DscpPlan& dscp)
{
    PortConfig config;
    config.limits[TrafficClass::DATA] = s.dataLimit;
    config.limits[TrafficClass::TRIMMED] = s.trimmedLimit;
    config.limits[TrafficClass::CONTROL] = s.controlLimit;
    config.marker = EcnMarker(s.ecnMinimum, s.ecnMaximum, s.ecnProbability);
    config.trimFrameSize = s.trimSize;
    config.trimming = s.trimming;
    config.trimVictim = s.trimVictim;
    config.trimmedDscp = dscp.TrimmedAt(s.lastHop);
    // Rounded up, so that a small share does not become none.
    config.trimmedShare = static_cast<uint16_t>(std::ceil(s.trimmedShare * 256));
    config.markAt = s.ecnMarkAt;
    config.retxFirst = s.retxFirst;
    return config;
}

WredProfile
WredOf(const TrimQueueSettings& s)
{
    ByClass<EcnMarker> curves;
    // Curves of the other classes stay empty: these packets are never dropped early.
    if (s.wredMaximum != 0)
    {
        curves[TrafficClass::DATA] = EcnMarker(s.wredMinimum, s.wredMaximum, s.wredProbability);
    }
    return WredProfile(curves, s.wredDropsEct);
}

} // namespace mrc
} // namespace ns3
