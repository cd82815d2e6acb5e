/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_PROFILE_H
#define MRC_QP_PROFILE_H

#include "ns3/mrc-qp-config.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** What users configure of a queue pair's reliability, as attributes [capability-exchange]. */
class QpProfile : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Yields what was configured.
     *
     * @return the values; a fatal error names attributes that contradict each other
     */
    QpConfig Get() const;

  private:
    static void AddCapabilities(TypeId tid);
    static void AddTimers(TypeId tid);
    static void AddPlacement(TypeId tid);

    uint16_t m_payload;
    uint8_t m_mpr;
    uint16_t m_maxImmediates;
    uint8_t m_timeoutExponent;
    uint8_t m_linearRetries;
    uint8_t m_exponentialRetries;
    uint32_t m_sackThreshold;
    bool m_trimNack;
    Time m_packetTimeout;
    bool m_trimsAreRetries;
    Time m_lossDelay;
    bool m_askPaths;
    bool m_dynamicMpr;
    uint8_t m_penalty;
    bool m_incastPenalty;
    bool m_serviceTime;
    Time m_noPortTimeout;
    PlacementOrder m_placement;
    uint64_t m_holdLimit;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_PROFILE_H */
