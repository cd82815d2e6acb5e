/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-orders.h"

namespace ns3
{
namespace mrc
{

std::string
RankOrders::Refusal(const std::string& what, const std::string& others)
{
    return what + " inside a sink or listener, over several ranks; " + others +
           " would be told in another order than in one process; expected an ordinary event for "
           "that, or one process. Simulator::ScheduleNow adds one, or Simulator::Schedule with "
           "ns3::mrc::FabricProfile::HostDelay where a sink is told late";
}

} // namespace mrc
} // namespace ns3
