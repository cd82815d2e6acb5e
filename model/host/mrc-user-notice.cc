/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-user-notice.h"

namespace ns3
{
namespace mrc
{

void
UserNotice::TellTo(QueuePairUser& user) const
{
    if (const auto* ending = std::get_if<Ending>(&what))
    {
        user.Ending(ending->completion);
    }
    else if (const auto* completion = std::get_if<Completion>(&what))
    {
        user.Completed(*completion);
    }
    else if (const auto* delivery = std::get_if<Delivery>(&what))
    {
        user.Delivered(*delivery);
    }
    else if (const auto* taken = std::get_if<Taken>(&what))
    {
        user.Received(taken->status, taken->delivery);
    }
    else if (const auto* report = std::get_if<QueuePairReport>(&what))
    {
        user.Reported(*report);
    }
    else
    {
        user.Due();
    }
}

} // namespace mrc
} // namespace ns3
