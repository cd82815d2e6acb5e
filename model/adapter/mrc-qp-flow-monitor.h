/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_FLOW_MONITOR_H
#define MRC_QP_FLOW_MONITOR_H

#include "ns3/flow-monitor.h"

namespace ns3
{
namespace mrc
{

/**
 * A FlowMonitor that leaves the end of the simulation as it is.
 *
 * ns-3's own looks for lost packets each second and so keeps the simulator busy for ever. Here
 * every packet's end is reported, whatever that end is, and there is nothing to look for.
 */
class QpFlowMonitor : public FlowMonitor
{
  public:
    /** @return the TypeId; the attributes are those of ns3::FlowMonitor */
    static TypeId GetTypeId();

  protected:
    void NotifyConstructionCompleted() override;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_FLOW_MONITOR_H */
