/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_FLOW_PROBE_H
#define MRC_QP_FLOW_PROBE_H

#include "ns3/flow-monitor.h"
#include "ns3/flow-probe.h"

namespace ns3
{
namespace mrc
{

/**
 * Counts the flows that one NIC or switch of a fabric sees; FlowTap tells it.
 */
class QpFlowProbe : public FlowProbe
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param monitor gets the reports of this probe and keeps the probe */
    explicit QpFlowProbe(Ptr<FlowMonitor> monitor);
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_FLOW_PROBE_H */
