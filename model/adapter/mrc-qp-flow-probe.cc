/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-flow-probe.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(QpFlowProbe);

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
