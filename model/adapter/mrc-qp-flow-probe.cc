/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-flow-probe.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(QpFlowProbe);

/** Without a constructor: a probe without a monitor would have nowhere to report to. */
TypeId
QpFlowProbe::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mrc::QpFlowProbe").SetParent<FlowProbe>().SetGroupName("Mrc");
    return tid;
}

QpFlowProbe::QpFlowProbe(Ptr<FlowMonitor> monitor)
    : FlowProbe(monitor)
{
}

} // namespace mrc
} // namespace ns3
