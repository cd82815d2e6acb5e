/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-late-packets.h"

#include "ns3/callback.h"
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

/** The events of one queue pair. */
class LatePackets::Log
{
  public:
    explicit Log(const Ptr<Qp>& qp)
        : m_qp(qp)
    {
        // The sinks stay for the whole run, since which transfers are late is known only at its
        // end.
        m_qp->TraceConnectWithoutContext("Resent", MakeCallback(&Log::Resent, this));
        m_qp->TraceConnectWithoutContext("PathState", MakeCallback(&Log::PathChanged, this));
    }

    /** Queue pairs belong to the network and outlive this: a callback left there would dangle. */
    ~Log()
    {
        m_qp->TraceDisconnectWithoutContext("Resent", MakeCallback(&Log::Resent, this));
        m_qp->TraceDisconnectWithoutContext("PathState", MakeCallback(&Log::PathChanged, this));
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

  private:
    /** A time in which an EV was out of use. */
    struct BadTime
    {
        Instant from;
        Instant until{Instant::Never()};
    };

    void Resent(const Retransmission& retransmission)
    {
        m_resent.push_back(retransmission);
    }

    void PathChanged(const PathTransition& transition)
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
