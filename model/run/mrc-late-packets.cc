/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-late-packets.h"

#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-qp-events.h"
#include "ns3/mrc-rank-link.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return whether an EV in this state is out of use; Path alone knows which states are */
bool
IsBad(PathState state)
{
    Path path;
    path.state = state;
    return path.IsBad();
}

uint32_t
NicOf(const Ptr<Qp>& qp, const std::string& attribute)
{
    // Unlike Query, an attribute makes no transport of a queue pair that nobody has used.
    UintegerValue nic;
    qp->GetAttribute(attribute, nic);
    return static_cast<uint32_t>(nic.Get());
}

} // namespace

/** The events of one queue pair, as its thread tells them: another thread has another queue pair.
 */
class LatePackets::Log : public ResendListener
{
  public:
    explicit Log(const Ptr<Qp>& qp)
        : m_qp(qp),
          m_isHere(!qp->Nics().Store().IsElsewhere(qp->m_slot))
    {
        // The listener stays for the whole run, since which transfers are late is known only at its
        // end.
        if (m_isHere) // else another rank hears
        {
            m_qp->GetEvents().Resends().Add(*this);
        }
    }

    /** Queue pairs belong to the network and outlive this: a listener left there would dangle. */
    ~Log() override
    {
        if (m_isHere)
        {
            m_qp->GetEvents().Resends().Remove(*this);
        }
    }

    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    void AddSentAgain(const PairTime& when, std::vector<Retransmission>& all) const
    {
        // Packets are logged in the order of time, so a search finds the first.
        const auto first =
            std::lower_bound(m_resent.begin(),
                             m_resent.end(),
                             when.from,
                             [](const Retransmission& one, Instant from) { return one.at < from; });
        for (auto one = first; one != m_resent.end() && one->at <= when.until; ++one)
        {
            all.push_back(*one);
        }
    }

    void AddBad(const PairTime& when, std::vector<Ev>& all) const
    {
        for (const auto& [ev, times] : m_bad)
        {
            const auto later = std::upper_bound(
                times.begin(),
                times.end(),
                when.until,
                [](Instant until, const BadTime& time) { return until < time.from; });
            // Times of one EV follow each other, so the last one that began is the only one that
            // can reach.
            if (later != times.begin() && when.from <= std::prev(later)->until)
            {
                all.push_back(Ev{ev});
            }
        }
    }

    const Ptr<Qp>& Pair() const
    {
        return m_qp;
    }

    /** Writes what this rank knows. @param number of this log, which other ranks find it by */
    void Pack(uint32_t number, RankBytes& out) const
    {
        if (!m_isHere || (m_resent.empty() && m_bad.empty()))
        {
            return;
        }
        // Logs stand in the same order in all ranks, so a number names the queue pair.
        PutValue(out, number);
        PutList(out, m_resent);
        PutValue(out, static_cast<uint32_t>(m_bad.size()));
        for (const auto& [ev, times] : m_bad)
        {
            PutValue(out, ev);
            PutList(out, times);
        }
    }

    /** Takes over what another rank knows. @param in behind the number */
    void Unpack(RankReader& in)
    {
        m_resent = TakeList<Retransmission>(in);
        const auto count = in.Take<uint32_t>();
        for (uint32_t i = 0; i < count; ++i)
        {
            const auto ev = in.Take<uint32_t>();
            m_bad[ev] = TakeList<BadTime>(in);
        }
    }

  private:
    /** A time in which an EV was out of use. */
    struct BadTime
    {
        Instant from;
        Instant until{Instant::Never()};
    };

    template <class T>
    static void PutList(RankBytes& out, const std::vector<T>& list)
    {
        PutValue(out, static_cast<uint32_t>(list.size()));
        for (const T& one : list)
        {
            PutValue(out, one);
        }
    }

    template <class T>
    static std::vector<T> TakeList(RankReader& in)
    {
        std::vector<T> list(in.Take<uint32_t>());
        for (T& one : list)
        {
            one = in.Take<T>();
        }
        return list;
    }

    void Resent(const Retransmission& retransmission) override
    {
        m_resent.push_back(retransmission);
    }

    void PathChanged(const PathTransition& transition) override
    {
        // Skips and other changes between states in use say nothing of a path's death.
        if (IsBad(transition.from) == IsBad(transition.to))
        {
            return;
        }
        std::vector<BadTime>& times = m_bad[transition.ev.value];
        if (IsBad(transition.to))
        {
            times.push_back({transition.at});
        }
        // An EV may have been bad before anybody listened.
        else if (!times.empty())
        {
            times.back().until = transition.at;
        }
    }

    Ptr<Qp> m_qp;
    bool m_isHere;                                  // this process acts for the queue pair
    std::vector<Retransmission> m_resent;           // in the order of their times
    std::map<uint32_t, std::vector<BadTime>> m_bad; // by EV, likewise
};

LatePackets::LatePackets() = default;
LatePackets::~LatePackets() = default;

void
LatePackets::Watch(const std::vector<Ptr<Qp>>& qps)
{
    for (const Ptr<Qp>& qp : qps)
    {
        m_logs[{NicOf(qp, "Source"), NicOf(qp, "Destination")}].push_back(
            std::make_unique<Log>(qp));
    }
}

void
LatePackets::Gather(RankLink& link)
{
    if (m_isGathered)
    {
        return;
    }
    // The exchange is a call of all ranks, and a second one would bring nothing new.
    m_isGathered = true;
    std::vector<Log*> all; // in the same order everywhere
    RankBytes own;
    for (const auto& [ends, logs] : m_logs)
    {
        for (const auto& log : logs)
        {
            log->Pack(static_cast<uint32_t>(all.size()), own);
            all.push_back(log.get());
        }
    }
    const std::vector<RankBytes> told =
        link.Exchange({RankCall::LATE_PACKETS}, std::vector<RankBytes>(link.Count(), own));
    for (uint32_t rank = 0; rank < told.size(); ++rank)
    {
        RankReader in(told[rank]);
        while (rank != link.Own() && in.HasMore())
        {
            all.at(in.Take<uint32_t>())->Unpack(in);
        }
    }
}

std::vector<Retransmission>
LatePackets::SentAgain(const PairTime& when) const
{
    std::vector<Retransmission> all;
    for (const auto& log : LogsOf(when.source, when.destination))
    {
        log->AddSentAgain(when, all);
    }
    return all;
}

std::vector<Ev>
LatePackets::BadEvs(const PairTime& when) const
{
    std::vector<Ev> all;
    for (const auto& log : LogsOf(when.source, when.destination))
    {
        log->AddBad(when, all);
    }
    return all;
}

std::vector<Ptr<Qp>>
LatePackets::QueuePairs(uint32_t source, uint32_t destination) const
{
    std::vector<Ptr<Qp>> qps;
    for (const auto& log : LogsOf(source, destination))
    {
        qps.push_back(log->Pair());
    }
    return qps;
}

const std::vector<std::unique_ptr<LatePackets::Log>>&
LatePackets::LogsOf(uint32_t source, uint32_t destination) const
{
    static const std::vector<std::unique_ptr<Log>> none;
    const auto at = m_logs.find({source, destination});
    return at == m_logs.end() ? none : at->second;
}

} // namespace mrc
} // namespace ns3
