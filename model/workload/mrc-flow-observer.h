/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_OBSERVER_H
#define MRC_FLOW_OBSERVER_H

namespace ns3
{
namespace mrc
{

struct FlowRecord;

/** Hears how the flows of a workload go. */
class FlowObserver
{
  public:
    virtual ~FlowObserver() = default;

    /**
     * A flow has its completion, good or bad.
     *
     * @param record of the flow
     */
    virtual void FlowEnded(const FlowRecord& record) = 0;

    /** Nothing is under way and nothing will start any more. */
    virtual void WorkloadEnded() = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_OBSERVER_H */
