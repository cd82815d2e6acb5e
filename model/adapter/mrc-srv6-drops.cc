/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-drops.h"

#include "mrc-srv6-icmp.h"

#include "ns3/log.h"
#include "ns3/mrc-drop-reason.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSrv6Drops");

void
Srv6Drops::Count(const Srv6Passing& passing, SegmentError error)
{
    NS_LOG_INFO("drops a packet to " << passing.header.GetDestination());
    ++m_drops[static_cast<unsigned>(error)];
    m_trace(passing.packet, passing.header, error);
}

void
Srv6Drops::Drop(const Srv6Passing& passing, const SegmentVerdict& verdict)
{
    Count(passing, verdict.error);
    if (m_config.sendIcmp && m_ipv6)
    {
        TellSource(m_ipv6, passing, verdict);
    }
}

} // namespace mrc
} // namespace ns3
