/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shard-set.h"

#include "mrc-user-calendar.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

/** A shard beside others, as the crew sees it. */
class ShardSet::Member : public WindowShard
{
  public:
    Member(const ShardSet& set, Shard& shard, ShardHost& host)
        : m_set(set),
          m_shard(shard),
          m_host(host)
    {
    }

    ShardHost& Host() override
    {
        return m_host;
    }

    Instant Next() const override
    {
        // The wheel has no event for frames that wait at a cut link or are under way on one.
        const Instant own = std::min(m_host.Next(), m_shard.GetFabric().State().cuts->Next());
        const auto& calendar = m_shard.GetNews().calendar;
        return calendar ? std::min(own, calendar->Next()) : own;
    }

    Instant NextMeeting() override
    {
        ShardNews::Instants& hearings = m_shard.GetNews().hearings;
        // An instant that has passed was met already, or its cause is gone. Acts before the hot
        // events of a tick may have led the clock to one that has its events to come.
        const Instant now = m_host.Clock().now;
        while (!hearings.empty() &&
               (hearings.top() < now || (hearings.top() == now && m_host.Next() > now)))
        {
            hearings.pop();
        }
        return hearings.empty() ? Instant::Never() : hearings.top();
    }

    /** A departure that a sweep decides has the event of a port that is served eagerly. */
    HotEvent Failed() const override
    {
        return m_error ? m_error.Event() : m_shard.GetKernel().Current();
    }

    std::vector<WindowCall>& Calls() override
    {
        return m_shard.GetNews().calls;
    }

    void Fill(unsigned half) override
    {
        m_shard.GetFabric().Events().Crossings().Fill(half);
    }

    void Take(unsigned half) override
    {
        for (const auto& other : m_set.All())
        {
            m_shard.GetFabric().Events().Crossings().Take(other->GetFabric().Events().Crossings(),
                                                          half);
        }
    }

    void Run(Instant end) override
    {
        // All users have heard of the last window, so counters that were kept for them can go.
        m_shard.GetNics().Host().Outlook().Kept().Forget();
        m_shard.GetNews().reached = end;
        m_error.Clear();
        Fire(end);
        // Frames that left over a cut link in this window are for others to take, which they do
        // later. Behind an error departures from before may have failed earlier.
        Sweep(m_error ? m_error.Event().at + Span(1) : end);
        m_error.Rethrow();
    }

    void SetTelling(bool isTelling) override
    {
        m_shard.GetNews().isTelling = isTelling;
        m_shard.GetFabric().Events().Crossings().SetTelling(isTelling);
    }

  private:
    /** While this exists, other shards are active beside this one. */
    class Apart
    {
      public:
        explicit Apart(ShardNews& news)
            : m_news(news)
        {
            m_news.isApart = true;
        }

        ~Apart()
        {
            m_news.isApart = false;
        }

        Apart(const Apart&) = delete;
        Apart& operator=(const Apart&) = delete;

      private:
        ShardNews& m_news;
    };

    /** Fires the events before an instant. */
    void Fire(Instant end)
    {
        const Apart apart(m_shard.GetNews());
        try
        {
            PassMoments(end);
            m_host.Run(end);
        }
        catch (...)
        {
            m_error.Note(m_shard.GetKernel().Current());
        }
    }

    /** Decides departures before an instant. */
    void Sweep(Instant end)
    {
        try
        {
            m_shard.GetFabric().Events().Crossings().Sweep(end);
        }
        catch (...)
        {
            const FirstError& swept = m_shard.GetFabric().State().cuts->Waits().Swept().Error();
            m_error.Note(swept ? swept.Event() : m_shard.GetKernel().Current());
        }
    }

    /** Notes how things stand at the moments of users before an instant. */
    void PassMoments(Instant end)
    {
        ShardNews& news = m_shard.GetNews();
        if (!news.calendar)
        {
            return;
        }
        news.calendar->ForEachBefore(end, [&](const UserMoment& moment) {
            m_host.Run(moment.Cut());
            news.latest[moment] = m_host.Clock().now;
            m_shard.GetNics().Host().Outlook().Kept().Pass(moment);
            if (&m_shard == &m_set.FirstHere()) // one call is enough
            {
                news.calls.push_back(news.calendar->CallOf(moment));
            }
        });
    }

    const ShardSet& m_set;
    Shard& m_shard;
    ShardHost& m_host;
    FirstError m_error; //!< of the last window
};

ShardSet::ShardSet(ShardPlan plan, std::vector<ShardIndex> owners, HotKernel::HostFinder findHost)
    : m_owners(std::move(owners)),
      m_pace(std::make_unique<ShardPace>(m_shards, plan.nics.hostDelay))
{
    if (plan.fabric.cuts.shards == 1)
    {
        m_shards.push_back(std::make_unique<Shard>(std::move(plan), findHost));
        return;
    }
    MakeSeveral(std::move(plan), findHost());
}

ShardSet::~ShardSet() = default;

/**
 * Gives shards their places. The first one has the first place, as all others are made by its plan.
 * One of another process stands for all that are not here, so that memory does not grow with them.
 */
void
ShardSet::NumberShards(const FabricCuts& cuts)
{
    bool hasOther = false;
    for (uint32_t i = 0; i < cuts.shards; ++i)
    {
        const auto number = static_cast<ShardIndex>(i);
        const bool isOther = !cuts.IsHere(number);
        if (isOther && !hasOther)
        {
            m_others = static_cast<uint32_t>(m_numbers.size());
        }
        if (!isOther || !hasOther)
        {
            m_numbers.push_back(number);
        }
        hasOther = hasOther || isOther;
    }
    for (uint32_t i = 0; i < cuts.shards; ++i)
    {
        const bool isHere = cuts.IsHere(static_cast<ShardIndex>(i));
        const auto place = std::find_if(m_numbers.begin(), m_numbers.end(), [&](ShardIndex number) {
            return isHere ? number == i : cuts.IsHere(number);
        });
        m_places.push_back(static_cast<ShardIndex>(place - m_numbers.begin()));
    }
}

/**
 * Each shard of this process knows of all NICs, and acts for those of its own number. The one that
 * stands for other processes hands over frames, so a large run need not keep NICs there too.
 */
NicPlan
ShardSet::NicsOf(uint32_t place, const NicPlan& all) const
{
    NicPlan own = all;
    if (place == m_others)
    {
        own.nics.clear();
    }
    own.isHere = [this, number = m_numbers[place]](uint32_t nic) {
        return m_owners[nic] == number;
    };
    return own;
}

void
ShardSet::MakeSeveral(ShardPlan plan, HotHost& host)
{
    NumberShards(plan.fabric.cuts);
    const auto count = static_cast<uint32_t>(m_numbers.size());
    if (plan.fabric.cuts.ranks)
    {
        // The crew that is made below needs the desk.
        m_desk = std::make_unique<RankDesk>(plan.fabric.cuts.ranks, *this);
    }
    const NicPlan nics = plan.nics;
    plan.nics = NicsOf(0, nics);
    for (uint32_t i = 0; i < count; ++i)
    {
        m_hosts.push_back(std::make_unique<ShardHost>(host));
    }
    // The first shard makes what all share; the others are made by its example.
    m_shards.push_back(std::make_unique<Shard>(std::move(plan), *m_hosts.front()));
    for (uint32_t i = 1; i < count; ++i)
    {
        m_shards.push_back(
            std::make_unique<Shard>(*m_shards.front(), NicsOf(i, nics), m_numbers[i], *m_hosts[i]));
    }
    for (const auto& shard : m_shards)
    {
        ShardNews& news = shard->GetNews();
        shard->GetFabric().Onlookers().TellLate(First().GetFabric().Onlookers(),
                                                news.calls,
                                                news.isApart,
                                                m_desk.get());
        // A change that shards cannot serve beside each other changes the pace of all.
        shard->GetFabric().Events().Crossings().SetCare(m_pace.get());
    }
    MakeCrew(host);
}

void
ShardSet::MakeCrew(HotHost& host)
{
    const FabricCuts& cuts = *First().GetFabric().State().cuts->Cuts();
    std::vector<WindowShard*> members;
    std::vector<WindowShard*> own;
    for (std::size_t i = 0; i < m_shards.size(); ++i)
    {
        m_members.push_back(std::make_unique<Member>(*this, *m_shards[i], *m_hosts[i]));
        members.push_back(m_members.back().get());
        m_shards[i]->GetNews().desk = m_desk.get();
        // The stand-in for other processes is a member, for it has frames to take, but has no
        // thread.
        const bool isHere = cuts.IsHere(m_numbers[i]);
        m_shards[i]->GetNews().isElsewhere = !isHere;
        if (isHere)
        {
            own.push_back(members.back());
        }
    }
    if (m_desk)
    {
        m_simulator = &host;
        m_ranks = std::make_unique<RankCrew>(
            host,
            RankCrew::Parts{std::move(own), std::move(members), *m_desk, m_desk->Link()},
            m_pace->Pace().lookAhead);
        m_pace->SetCrew(*m_ranks);
        return;
    }
    m_simulator = &host;
    m_crew = std::make_unique<WindowCrew>(host, std::move(members), *m_pace);
    m_pace->SetCrew(*m_crew);
}

Shard&
ShardSet::FirstHere() const
{
    return **std::find_if(m_shards.begin(), m_shards.end(), [](const auto& shard) {
        return !shard->GetNews().isElsewhere;
    });
}

/** All shards have one. Ranks have a like one each, as each runs the whole script. */
void
ShardSet::MakeUserCalendar()
{
    auto* const ordinary = dynamic_cast<OrdinaryPlaces*>(m_simulator);
    if (ordinary == nullptr)
    {
        throw std::logic_error("mrc: a simulator that takes several threads has no places for "
                               "ordinary events");
    }
    std::vector<UserCalendar::Side> sides;
    for (std::size_t i = 0; i < m_shards.size(); ++i)
    {
        sides.push_back({&m_shards[i]->GetNews(), &m_hosts[i]->Clock()});
    }
    std::stable_partition(sides.begin(), sides.end(), [](const UserCalendar::Side& side) {
        return !side.news->isElsewhere;
    });
    UserCalendar::Parts parts{*m_simulator, *ordinary, std::move(sides), [this] {
                                  return m_pace->Promise();
                              }};
    if (m_desk)
    {
        parts.join = [this](std::vector<Instant>& instants) { m_desk->JoinLatest(instants); };
    }
    const auto calendar = std::make_shared<UserCalendar>(std::move(parts));
    if (!m_pace->Reasons().empty())
    {
        calendar->Merge();
    }
    for (const auto& shard : m_shards)
    {
        shard->GetNews().calendar = calendar;
    }
}

void
ShardSet::Attach(Calendar& calendar, QueuePairMaker& maker)
{
    if (m_shards.size() > 1)
    {
        MakeUserCalendar();
    }
    for (const auto& shard : m_shards)
    {
        shard->Attach(calendar, maker);
    }
}

void
ShardSet::End()
{
    for (const auto& shard : m_shards)
    {
        shard->End();
    }
}

bool
ShardSet::IsFiring() const
{
    return std::any_of(m_shards.begin(), m_shards.end(), [](const auto& shard) {
        return shard->GetKernel().IsFiring();
    });
}

void
ShardSet::TellRest() const
{
    if (m_ranks)
    {
        m_ranks->TellRest();
    }
}

uint64_t
ShardSet::FiredCount() const
{
    if (m_ranks)
    {
        // Events of other processes count too, and these alone know how many there were.
        return m_ranks->FiredCount();
    }
    uint64_t count = 0;
    for (const auto& shard : m_shards)
    {
        count += shard->GetKernel().FiredCount();
    }
    return count;
}

void
ShardSet::RequireNoneAhead(const std::string& what) const
{
    const Instant now = First().GetKernel().Now();
    const bool isAhead = std::any_of(m_shards.begin(), m_shards.end(), [now](const auto& shard) {
        const FabricState& state = shard->GetFabric().State();
        // A sweep decides what leaves within a tick at once, so part of the tick may be decided
        // already.
        return state.cuts && state.cuts->Waits().Swept().Begun() > now;
    });
    bool isAnyAhead = isAhead;
    if (m_desk) // a rank knows of its own frames
    {
        const std::vector<uint8_t> all =
            m_desk->Link().Gather({RankCall::PORTS}, static_cast<uint8_t>(isAhead));
        isAnyAhead = std::find(all.begin(), all.end(), 1) != all.end();
    }
    if (isAnyAhead)
    {
        const FabricCuts& cuts = *First().GetFabric().State().cuts->Cuts();
        throw std::runtime_error(what + " with " + std::to_string(cuts.shards) +
                                 (m_desk ? " threads of all ranks" : " threads") +
                                 ", in the nanosecond in which frames leave queues; expected one "
                                 "thread" +
                                 (m_desk ? " of one rank" : "") + ", or another time");
    }
}

} // namespace mrc
} // namespace ns3
