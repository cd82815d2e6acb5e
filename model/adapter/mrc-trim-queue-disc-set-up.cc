/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a TrimQueueDisc checks and makes of its attributes before the first packet.

#include "mrc-trim-queue-buffer.h"
#include "mrc-trim-queue-parts.h"

#include "ns3/drop-tail-queue.h"
#include "ns3/fatal-error.h"

#include <cmath>
#include <cstddef>

namespace ns3
{
namespace mrc
{

bool
TrimQueueDisc::CheckConfig()
{
    // ns-3 only asserts what this returns, which release builds leave out.
    if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0 || GetNInternalQueues() > 0)
    {
        NS_FATAL_ERROR(
            "ns3::mrc::TrimQueueDisc has classes by DSCP and queues of its own; expected "
            "no other classes, packet filters or internal queues");
    }
    if (m_settings->ecnMinimum > m_settings->ecnMaximum)
    {
        NS_FATAL_ERROR("ns3::mrc::TrimQueueDisc: EcnMinimum " << m_settings->ecnMinimum
                                                              << " exceeds EcnMaximum "
                                                              << m_settings->ecnMaximum);
    }
    if (m_settings->wredMinimum > m_settings->wredMaximum)
    {
        NS_FATAL_ERROR("ns3::mrc::TrimQueueDisc: DataWredMinimum " << m_settings->wredMinimum
                                                                   << " exceeds DataWredMaximum "
                                                                   << m_settings->wredMaximum);
    }
    if (m_dscp->HasClash())
    {
        NS_FATAL_ERROR(
            "ns3::mrc::TrimQueueDisc: a code point names two classes; expected different "
            "ones for control, trimmed and trimmable packets, none of them 0");
    }
    CheckWeights();
    CheckShares();
    for (std::size_t i = 0; i <= RETX_QUEUE; ++i)
    {
        // TrimQueue has judged what comes here, so these queues have no limit.
        auto queue = CreateObject<DropTailQueue<QueueDiscItem>>();
        queue->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, UINT32_MAX));
        AddInternalQueue(queue);
    }
    return true;
}

/** A class without a weight would wait for ever while others have packets. */
void
TrimQueueDisc::CheckWeights() const
{
    const bool isAny =
        (m_settings->controlWeight | m_settings->trimmedWeight | m_settings->dataWeight) != 0;
    const bool isAll = m_settings->controlWeight != 0 && m_settings->trimmedWeight != 0 &&
                       m_settings->dataWeight != 0;
    if (isAny && !isAll)
    {
        NS_FATAL_ERROR("ns3::mrc::TrimQueueDisc: ControlWeight "
                       << +m_settings->controlWeight << ", TrimmedWeight "
                       << +m_settings->trimmedWeight << ", DataWeight " << +m_settings->dataWeight
                       << "; expected all of them, or none");
    }
}

/** Shares of no buffer would silently do nothing. */
void
TrimQueueDisc::CheckShares() const
{
    const bool hasShares = m_settings->bufferReserved != 0 || m_settings->dataThreshold != 0 ||
                           m_settings->trimmedThreshold != 0 || m_settings->controlThreshold != 0;
    if (!m_buffer && hasShares)
    {
        NS_FATAL_ERROR("ns3::mrc::TrimQueueDisc: BufferReserved, DataThreshold, TrimmedThreshold "
                       "and ControlThreshold are shares of a shared buffer; expected Buffer, or "
                       "their defaults");
    }
}

void
TrimQueueDisc::InitializeParams()
{
    PortConfig config;
    config.limits[TrafficClass::DATA] = m_settings->dataLimit;
    config.limits[TrafficClass::TRIMMED] = m_settings->trimmedLimit;
    config.limits[TrafficClass::CONTROL] = m_settings->controlLimit;
    config.marker =
        EcnMarker(m_settings->ecnMinimum, m_settings->ecnMaximum, m_settings->ecnProbability);
    config.trimFrameSize = m_settings->trimSize;
    config.trimming = m_settings->trimming;
    config.trimmedDscp = m_settings->lastHop ? m_dscp->trimmedLastHop : m_dscp->trimmed;
    config.trimmedShare = static_cast<uint16_t>(std::ceil(m_settings->trimmedShare * 256));
    config.markAt = m_settings->ecnMarkAt;
    config.retxFirst = m_settings->retxFirst;
    m_parts = std::make_unique<Parts>(config, *m_dscp);
    m_parts->weights = {
        {m_settings->controlWeight, m_settings->trimmedWeight, m_settings->dataWeight}};
    const uint32_t reserved = m_settings->bufferReserved;
    m_parts->shares = {{{m_settings->controlThreshold, reserved},
                        {m_settings->trimmedThreshold, reserved},
                        {m_settings->dataThreshold, reserved}}};
    ByClass<EcnMarker> curves;
    if (m_settings->wredMaximum != 0)
    {
        curves[TrafficClass::DATA] = EcnMarker(m_settings->wredMinimum,
                                               m_settings->wredMaximum,
                                               m_settings->wredProbability);
    }
    m_parts->wred = WredProfile(curves, m_settings->wredDropsEct);
}

} // namespace mrc
} // namespace ns3
