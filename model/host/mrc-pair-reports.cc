/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pair-reports.h"

#include "mrc-queue-pair-seats.h"
#include "mrc-rank-desk.h"

#include "ns3/mrc-queue-pair-report.h"
#include "ns3/mrc-queue-pair-user.h"

#include <memory>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** The user is asked for now: a sink may have disposed of an earlier one. */
void
TellUser(QueuePairSeats& seats, SlotIndex slot, const QueuePairReport& report)
{
    if (QueuePairUser* user = seats.UserOf(slot))
    {
        user->Reported(report);
    }
}

} // namespace

/** Within a window no user hears of anything. */
void
RequireNoneHears(const NicStore& store, SlotIndex slot)
{
    const RankDesk* const desk = RankDeskOf(store);
    if (desk != nullptr && !store.news->isApart)
    {
        desk->RequireNoneHears(slot);
    }
}

std::optional<HotEvent>
LateEvent(const NicStore& store)
{
    const ShardNews* const news = store.news;
    if (news != nullptr && news->isApart)
    {
        // The event at work gives the call its place among those of other shards.
        return store.kernel->Current();
    }
    if (news == nullptr || news->desk == nullptr)
    {
        return std::nullopt;
    }
    const RankOrders& orders = news->desk->Link().Orders();
    if (orders.Now() != RankOrders::Part::TELLS)
    {
        // Other processes hear when the crew has them listen, not amid an ordinary event. What came
        // of each order keeps its place, though other processes act for other queue pairs.
        return HotEvent{store.Now(), 0, orders.Counted()};
    }
    return std::nullopt;
}

/** A window may have thousands of reports, so those that wait travel together. */
void
PairReports::Tell(SlotIndex slot, const QueuePairReport& report) const
{
    if (m_store.IsElsewhere(slot))
    {
        return; // the same script changes states there too
    }
    RequireNoneHears(m_store, slot);
    RankDesk* const desk = RankDeskOf(m_store);
    const std::optional<HotEvent> event = LateEvent(m_store);
    if (!event)
    {
        if (desk != nullptr)
        {
            desk->Tell({slot, {report}}); // others listen, as this process acts
        }
        else
        {
            TellUser(m_seats, slot, report);
        }
        return;
    }
    const auto kept = std::make_shared<const QueuePairReport>(report);
    WindowCall call{*event, [seats = &m_seats, slot, kept] { TellUser(*seats, slot, *kept); }};
    if (desk != nullptr)
    {
        call.pack = [slot, kept](RankBytes& out) {
            PutValue(out, PackedCall::PAIR);
            PutValue(out, SlotNotice{slot, {*kept}});
        };
    }
    m_store.news->calls.push_back(std::move(call));
}

} // namespace mrc
} // namespace ns3
