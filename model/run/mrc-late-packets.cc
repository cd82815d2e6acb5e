/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-late-packets.h"

#include "ns3/callback.h"
#include "ns3/uinteger.h"

#include <set>
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
    return state == PathState::ASSUMED_BAD || state == PathState::DENIED_BAD;
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
        for (const Retransmission& one : m_resent)
        {
            if (when.from <= one.at && one.at <= when.until)
            {
                all.push_back(one);
            }
        }
    }

    uint32_t BadPaths(const PairTime& when) const
    {
        std::set<uint32_t> bad;
        for (const Turn& turn : m_turns)
        {
            if (turn.isBad && turn.at <= when.until)
            {
                bad.insert(turn.ev.value);
            }
            else if (turn.at < when.from)
            {
                bad.erase(turn.ev.value);
            }
        }
        return static_cast<uint32_t>(bad.size());
    }

    const Ptr<Qp>& Pair() const
    {
        return m_qp;
    }

  private:
    /** An EV went out of use, or came back. */
    struct Turn
    {
        Ev ev;
        bool isBad;
        Instant at;
    };

    void Resent(const Retransmission& retransmission)
    {
        m_resent.push_back(retransmission);
    }

    void PathChanged(const PathTransition& transition)
    {
        if (IsBad(transition.from) != IsBad(transition.to))
        {
            m_turns.push_back({transition.ev, IsBad(transition.to), transition.at});
        }
    }

    Ptr<Qp> m_qp;
    std::vector<Retransmission> m_resent;
    std::vector<Turn> m_turns;
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

uint32_t
LatePackets::BadPaths(const PairTime& when) const
{
    uint32_t bad = 0;
    for (const auto& log : LogsOf(when.source, when.destination))
    {
        bad += log->BadPaths(when);
    }
    return bad;
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
