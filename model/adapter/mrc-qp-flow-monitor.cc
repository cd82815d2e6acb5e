/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-flow-monitor.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(QpFlowMonitor);

TypeId
QpFlowMonitor::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mrc::QpFlowMonitor")
                            .SetParent<FlowMonitor>()
                            .SetGroupName("Mrc")
                            .AddConstructor<QpFlowMonitor>();
    return tid;
}

void
QpFlowMonitor::NotifyConstructionCompleted()
{
    // The parent's, which is passed over, would look for lost packets each second and have the
    // simulation never end.
    Object::NotifyConstructionCompleted();
}

} // namespace mrc
} // namespace ns3
