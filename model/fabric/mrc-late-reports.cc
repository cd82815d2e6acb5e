/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-late-reports.h"

#include "mrc-fabric-state.h"

#include "ns3/mrc-rank-bytes.h"
#include "ns3/mrc-rank-link.h"
#include "ns3/mrc-rank-member.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

/** While this exists, observer and follower see a frame as it was; null: frames as they are. */
class LateReports::Showing
{
  public:
    Showing(FabricState& first, const FrameSight* sight)
        : m_first(first),
          m_before(std::exchange(first.shown, sight))
    {
    }

    ~Showing()
    {
        m_first.shown = m_before;
    }

    Showing(const Showing&) = delete;
    Showing& operator=(const Showing&) = delete;

  private:
    FabricState& m_first;
    const FrameSight* m_before;
};

LateReports::LateReports(FabricState& first,
                         FabricState& own,
                         std::vector<WindowCall>& calls,
                         const bool& isApart,
                         RankMember* member)
    : m_first(first),
      m_own(own),
      m_calls(calls),
      m_isApart(isApart),
      m_member(member)
{
}

/** @return whether reports go to other processes */
bool
LateReports::AreRanks() const
{
    return m_own.cuts->Cuts()->ranks != nullptr;
}

FrameSight
LateReports::SightOf(FrameIndex frame) const
{
    const HopRecords* records = m_own.pool.TrailerOf(frame);
    return {frame,
            m_own.pool.At(frame),
            m_own.pool.DatagramAt(frame),
            records == nullptr ? HopRecords() : *records};
}

/** @return the name by which the follower in each process knows a frame; NO_FRAME: by none */
FrameIndex
LateReports::NameFor(Kind kind, FrameIndex frame)
{
    if (kind == Kind::SENT)
    {
        // No other shard gives these names.
        m_names[frame] = m_named++ * m_own.cuts->Cuts()->shards + m_own.cuts->Own();
    }
    if (kind == Kind::RECEIVED || kind == Kind::LOST)
    {
        return TakeName(frame); // others get the place
    }
    const auto found = m_names.find(frame);
    return found == m_names.end() ? NO_FRAME : found->second;
}

FrameIndex
LateReports::TakeName(FrameIndex frame)
{
    const auto found = m_names.find(frame);
    if (found == m_names.end())
    {
        return NO_FRAME;
    }
    const FrameIndex name = found->second;
    m_names.erase(found);
    return name;
}

void
LateReports::SetName(FrameIndex frame, FrameIndex name)
{
    if (name != NO_FRAME)
    {
        m_names[frame] = name;
    }
}

void
LateReports::Await(PortIndex link, FrameIndex frame, Instant arrival)
{
    // The frame is copied now: when it arrives, another shard may have changed it.
    m_awaited[link].push_back({arrival, SightOf(frame)});
}

void
LateReports::See(PortIndex link, Instant now)
{
    std::deque<Awaited>& awaited = m_awaited[link];
    // A link carries its frames in order, so the first one that is awaited is the one that arrives.
    if (awaited.empty() || awaited.front().arrival != now)
    {
        return; // the frame that this event was for is gone
    }
    const Awaited arrived = awaited.front();
    awaited.pop_front();
    const Report report{Kind::ARRIVED, {}, link, now};
    if (AreRanks())
    {
        Defer(report, arrived.sight);
        return;
    }
    if (m_isApart)
    {
        Keep(report, arrived.sight);
        return;
    }
    // The frame may have changed in the shard that owns it now.
    const Showing showing(m_first, &arrived.sight);
    Tell(report, arrived.sight.index);
}

void
LateReports::Forget(PortIndex link, DropReason reason, Instant now)
{
    const auto found = m_awaited.find(link);
    if (found == m_awaited.end())
    {
        return;
    }
    std::deque<Awaited>& awaited = found->second;
    // A dead switch loses all that was under way to it, a dead link what has not arrived.
    const auto isLost = [reason, now](const Awaited& each) {
        return reason == DropReason::SWITCH_DOWN || each.arrival > now;
    };
    awaited.erase(std::remove_if(awaited.begin(), awaited.end(), isLost), awaited.end());
}

/** Outside windows all shards stand still, and the frame is as it was. */
void
LateReports::Add(const Report& report, FrameIndex frame)
{
    if (AreRanks())
    {
        FrameSight sight = SightOf(frame);
        if (report.kind >= Kind::SENT)
        {
            sight.index = NameFor(report.kind, frame);
        }
        Defer(report, sight);
        return;
    }
    if (m_isApart)
    {
        Keep(report, SightOf(frame));
        return;
    }
    const Showing showing(m_first, nullptr);
    Tell(report, frame);
}

void
LateReports::Keep(const Report& report, const FrameSight& sight)
{
    if (m_calls.empty())
    {
        m_kept.clear(); // those of earlier windows have been told
    }
    const std::size_t place = m_kept.size();
    // A call holds a place and no pointer, as the list may move while others are added.
    m_kept.push_back({report, sight});
    m_calls.push_back({m_own.kernel->Current(), [this, place] { TellKept(place); }});
}

void
LateReports::TellKept(std::size_t place) const
{
    // A copy: while the report is told, others may come.
    const Kept kept = m_kept[place];
    Show(kept);
}

/**
 * Has all processes hear a report: at once where they listen, else by the crew. Outside hot events
 * nothing is current: those of a fault come before all hot events of their instant. The count of
 * orders tells which comes first.
 *
 * A sink that takes a link down would have one rank drop frames amid its hot event, and others
 * outside. So that is refused.
 */
void
LateReports::Defer(const Report& report, const FrameSight& sight)
{
    RankLink& ranks = *m_own.cuts->Cuts()->ranks;
    const RankOrders& orders = ranks.Orders();
    if (orders.Now() == RankOrders::Part::HEARS &&
        (report.kind == Kind::DROPPED || report.kind == Kind::LOST))
    {
        ranks.Abort(
            RankOrders::Refusal("a link was taken down", "sinks of ports that drop packets"));
    }
    const auto kept = std::make_shared<const Kept>(Kept{report, sight});
    const auto pack = [kept](RankBytes& out) {
        PutValue(out, PackedCall::PORT);
        PutValue(out, *kept);
    };
    if (orders.Now() == RankOrders::Part::TELLS)
    {
        RankBytes call;
        pack(call);
        m_member->TellPacked(call);
        return;
    }
    const HotEvent during =
        m_isApart ? m_own.kernel->Current() : HotEvent{m_own.kernel->Now(), 0, orders.Counted()};
    m_calls.push_back({during, [this, kept] { Show(*kept); }, pack});
}

void
LateReports::Hear(RankReader& in) const
{
    Show(in.Take<Kept>());
}

/** Tells a report of a frame as the frame was. */
void
LateReports::Show(const Kept& kept) const
{
    const Showing showing(m_first, &kept.sight);
    Tell(kept.report, kept.sight.index);
}

void
LateReports::Tell(const Report& report, FrameIndex frame) const
{
    // The listener of the window may be gone.
    if (report.kind < Kind::SENT)
    {
        if (m_observer != nullptr)
        {
            TellObserver(report, frame);
        }
        return;
    }
    if (m_follower == nullptr)
    {
        return;
    }
    switch (report.kind)
    {
    case Kind::SENT:
        m_follower->Sent(report.port, frame);
        break;
    case Kind::FORWARDED:
        m_follower->Forwarded(report.port, frame);
        break;
    case Kind::RECEIVED:
        m_follower->Received(report.port, frame);
        break;
    default: // LOST
        m_follower->Lost(report.port, frame, report.reason);
        break;
    }
}

void
LateReports::TellObserver(const Report& report, FrameIndex frame) const
{
    switch (report.kind)
    {
    case Kind::ARRIVED:
        m_observer->Arrived(report.port, frame, report.at);
        break;
    case Kind::ENQUEUED:
        m_observer->Enqueued(report.port, frame, report.at);
        break;
    case Kind::TRANSMITTING:
        m_observer->Transmitting(report.port, frame, report.at);
        break;
    case Kind::MARKED:
        m_observer->Marked(report.port, frame, report.at);
        break;
    case Kind::TRIMMED:
        m_observer->Trimmed(report.port, frame, report.at);
        break;
    default: // DROPPED
        m_observer->Dropped(report.port, frame, report.reason, report.at);
        break;
    }
}

void
LateReports::Arrived(PortIndex link, FrameIndex frame, Instant at)
{
    Add({Kind::ARRIVED, {}, link, at}, frame);
}

void
LateReports::Enqueued(PortIndex port, FrameIndex frame, Instant at)
{
    Add({Kind::ENQUEUED, {}, port, at}, frame);
}

void
LateReports::Transmitting(PortIndex port, FrameIndex frame, Instant at)
{
    Add({Kind::TRANSMITTING, {}, port, at}, frame);
}

void
LateReports::Marked(PortIndex port, FrameIndex frame, Instant at)
{
    Add({Kind::MARKED, {}, port, at}, frame);
}

void
LateReports::Trimmed(PortIndex port, FrameIndex frame, Instant at)
{
    Add({Kind::TRIMMED, {}, port, at}, frame);
}

void
LateReports::Dropped(PortIndex port, FrameIndex frame, DropReason reason, Instant at)
{
    Add({Kind::DROPPED, reason, port, at}, frame);
}

/** Asked outside windows only: with an ErrorModel shards are merged. */
bool
LateReports::Corrupts(PortIndex link, FrameIndex frame)
{
    return m_observer->Corrupts(link, frame);
}

void
LateReports::Sent(PortIndex port, FrameIndex frame)
{
    Add({Kind::SENT, {}, port, {}}, frame);
}

void
LateReports::Forwarded(PortIndex port, FrameIndex frame)
{
    Add({Kind::FORWARDED, {}, port, {}}, frame);
}

void
LateReports::Received(PortIndex link, FrameIndex frame)
{
    Add({Kind::RECEIVED, {}, link, {}}, frame);
}

void
LateReports::Lost(PortIndex port, FrameIndex frame, DropReason reason)
{
    Add({Kind::LOST, reason, port, {}}, frame);
}

} // namespace mrc
} // namespace ns3
