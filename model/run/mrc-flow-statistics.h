/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_STATISTICS_H
#define MRC_FLOW_STATISTICS_H

#include "mrc-distribution.h"

#include "ns3/mrc-flow-record.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The statistics of a set of complete flows.
 */
class FlowStatistics
{
  public:
    /**
     * Adds a complete flow.
     *
     * @param record the flow
     * @param ideal how long the flow takes alone on the empty fabric
     */
    void Add(const FlowRecord& record, Span ideal);

    /**
     * Takes a flow that does not cross the fabric into the duration, and into nothing else.
     *
     * @param record of a complete transfer inside a node
     */
    void AddInside(const FlowRecord& record);

    /** @return flow completion times, microseconds */
    Distribution& CompletionTimes()
    {
        return m_times;
    }

    /** @return completion times divided by the ideal ones */
    Distribution& Slowdowns()
    {
        return m_slowdowns;
    }

    /**
     * @return bits of all messages divided by the time from the first start to the last finish,
     *         bit/s; 0 if there are no flows
     */
    double Goodput() const;

    /** @return from the first start to the last finish, those inside nodes too; 0 without flows */
    Span Duration() const;

    /** @return how many NICs the flows come from */
    uint32_t SourceCount() const
    {
        return m_sources;
    }

  private:
    Distribution m_times;
    Distribution m_slowdowns;
    uint64_t m_bytes{0};
    Instant m_firstStart{Instant::Never()};
    Instant m_lastFinish;
    Instant m_firstInside{Instant::Never()};
    Instant m_lastInside;
    std::vector<bool> m_isSource; //!< by NIC: whether flows come from it
    uint32_t m_sources{0};        //!< NICs with flows
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_STATISTICS_H */
