/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_ROCE_SCRIPT_H
#define MRC_TEST_ROCE_SCRIPT_H

#include "ns3/mrc-line-rate.h"
#include "ns3/mrc-roce-connection.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <queue>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** The two ends of the scripted network. */
enum RoceSide
{
    ASKS = 0,    //!< posts
    ANSWERS = 1, //!< hears
};

/** The fate of a packet in the network. */
enum class RoceFate
{
    DELIVER,
    DROP,
    MARK,
};

/** A packet as a script sees the packet when it is sent. */
struct RoceSighting
{
    const Datagram& packet;
    RoceSide from;
    uint32_t nth; //!< data packet, or other packet, of that side, from 1
    Instant at;
};

/** One of the two ends, and the events there. */
struct RoceEnd : public QueuePairObserver
{
    explicit RoceEnd(const RoceSetup& setup)
        : connection(setup, *this)
    {
    }

    void Completed(const Completion& completion) override
    {
        completions.push_back(completion);
    }

    void Delivered(const Delivery& delivery) override
    {
        EXPECT_EQ(delivery.msn, static_cast<uint16_t>(deliveries.size()));
        deliveries.push_back(delivery);
    }

    RoceConnection connection;
    RoceSide side{ASKS};
    Instant freeAt;
    Instant wakeAt{Instant::Never()};
    std::vector<Completion> completions;
    std::vector<Delivery> deliveries;
    std::vector<Datagram> sent; //!< all packets
    uint32_t data{0};           //!< of these data packets
    bool hasFailed{false};      //!< as the latest call said
};

/** Two ends of RoCEv2 and a network between them that obeys the test. */
class RoceScript
{
  public:
    using Rule = std::function<RoceFate(const RoceSighting&)>;

    static constexpr uint64_t LINE = 100000000000; //!< bit/s
    static constexpr uint32_t OVERHEAD = 142;      //!< line bytes beside the payload

    /** @return the setup of a side: 4,096 bytes a packet, 100 Gb/s, no rate control */
    static RoceSetup Setup(RoceSide side, const RoceConfig& config, Psn first = Psn())
    {
        RoceSetup setup;
        setup.config = config;
        setup.dcqcn = config.Dcqcn(LINE);
        setup.own = QpNumber{16U + side};
        setup.peer = QpNumber{17U - side};
        setup.path = Ev::Of(0, 7);
        setup.firstPsn = first;
        setup.packetOverhead = OVERHEAD;
        setup.lineRate = LINE;
        setup.roundTrip = Micros(5);
        return setup;
    }

    explicit RoceScript(const RoceConfig& config, Psn first = Psn(), Span oneWay = Micros(2))
        : m_oneWay(oneWay)
    {
        for (RoceSide side : {ASKS, ANSWERS})
        {
            m_ends[side] = std::make_unique<RoceEnd>(Setup(side, config, first));
            m_ends[side]->side = side;
        }
    }

    /** At this time this side posts. @return the request's id */
    uint64_t PostAt(Span at, uint32_t bytes, WorkVerb verb = WorkVerb::WRITE, bool signal = false)
    {
        WorkRequest request;
        request.id = m_posted++;
        request.remoteAddress = 0x10000;
        request.length = bytes;
        request.verb = verb;
        request.hasImmediate = signal;
        request.immediate = 1000 + static_cast<uint32_t>(request.id);
        At(at, [this, request] { m_ends[ASKS]->connection.Post(request, m_now); });
        return request.id;
    }

    /** At this time something happens. */
    void At(Span at, std::function<void()> action)
    {
        m_events.push({Instant() + at, m_order++, std::move(action)});
    }

    /** Every packet meets this rule. */
    void SetRule(Rule rule)
    {
        m_rule = std::move(rule);
    }

    /** Other packets than data take longer by this. */
    void SetAnswerDelay(std::function<Span(const Datagram&)> delay)
    {
        m_answerDelay = std::move(delay);
    }

    /** Runs until nothing is pending, or until this time. @return whether nothing is pending */
    bool Run(Span until = Micros(10000000))
    {
        while (!m_events.empty() && m_events.top().at <= Instant() + until)
        {
            const Event event = m_events.top();
            m_events.pop();
            m_now = event.at;
            event.action();
            for (auto& end : m_ends)
            {
                Pump(*end);
            }
        }
        return m_events.empty();
    }

    RoceEnd& End(RoceSide side)
    {
        return *m_ends[side];
    }

    const QueuePairCounters& Counters(RoceSide side) const
    {
        return m_ends[side]->connection.Status().counters;
    }

    const RoceCounters& Roce(RoceSide side) const
    {
        return *m_ends[side]->connection.Status().roce;
    }

    uint64_t Resent(RetransmitCause cause) const
    {
        return Counters(ASKS).retransmissions[static_cast<std::size_t>(cause)];
    }

    Instant Now() const
    {
        return m_now;
    }

    /** Checks that all that was posted is complete at both ends, each byte placed once. */
    void ExpectAllDone(uint64_t bytes)
    {
        ASSERT_EQ(End(ASKS).completions.size(), m_posted);
        for (uint64_t i = 0; i < m_posted; ++i)
        {
            EXPECT_EQ(End(ASKS).completions[i].id, i) << "in the order of the posts";
            EXPECT_EQ(End(ASKS).completions[i].status, CompletionStatus::SUCCESS);
        }
        EXPECT_EQ(End(ANSWERS).deliveries.size(), m_posted);
        EXPECT_EQ(Counters(ANSWERS).placedBytes, bytes);
        EXPECT_EQ(End(ASKS).connection.Status().window.inFlight, 0);
    }

    /** @return how long the line is busy with a full packet */
    static Span FullPacket()
    {
        return LineRate(LINE).Serialize(4096 + OVERHEAD);
    }

  private:
    struct Event
    {
        Instant at;
        uint64_t order{0};
        std::function<void()> action;

        bool operator<(const Event& other) const // the earliest on top
        {
            return at == other.at ? order > other.order : at > other.at;
        }
    };

    void Pump(RoceEnd& end)
    {
        Datagram packet;
        while (end.connection.NextControl(m_now, packet))
        {
            Send(end, packet, Span());
        }
        while (end.freeAt <= m_now && end.connection.NextData(m_now, 1, packet))
        {
            const Span busy = LineRate(LINE).Serialize(packet.payload + OVERHEAD);
            end.freeAt = m_now + busy;
            At(end.freeAt - Instant(), [] {}); // only to pump again
            ++end.data;
            Send(end, packet, busy);
        }
        const Instant wake = end.connection.NextWakeup();
        if (wake < end.wakeAt)
        {
            end.wakeAt = std::max(wake, m_now);
            At(end.wakeAt - Instant(), [this, &end, at = end.wakeAt] {
                if (end.wakeAt == at)
                {
                    end.wakeAt = Instant::Never();
                    end.hasFailed = end.connection.Wake(m_now).failed;
                }
            });
        }
    }

    void Send(RoceEnd& end, Datagram packet, Span busy)
    {
        end.sent.push_back(packet);
        const bool isData = IsRcData(packet.bth.opcode);
        const auto all = static_cast<uint32_t>(end.sent.size());
        const RoceSighting sighting{packet, end.side, isData ? end.data : all - end.data, m_now};
        const RoceFate fate = m_rule ? m_rule(sighting) : RoceFate::DELIVER;
        if (fate == RoceFate::DROP)
        {
            return;
        }
        packet.ecn = fate == RoceFate::MARK ? Ecn::CE : packet.ecn;
        const Span extra = isData || !m_answerDelay ? Span() : m_answerDelay(packet);
        At(m_now + busy + m_oneWay + extra - Instant(), [this, packet, to = 1 - end.side] {
            m_ends[to]->hasFailed = m_ends[to]->connection.Receive(packet, m_now).failed;
        });
    }

    Span m_oneWay;
    std::array<std::unique_ptr<RoceEnd>, 2> m_ends;
    std::priority_queue<Event> m_events;
    Rule m_rule;
    std::function<Span(const Datagram&)> m_answerDelay;
    uint64_t m_order{0};
    uint64_t m_posted{0};
    Instant m_now;
};

/** @return a configuration without rate control */
inline RoceConfig
AtLineRate(RoceRecovery recovery = ROCE_GO_BACK_N)
{
    RoceConfig config;
    config.rateControl = ROCE_LINE_RATE;
    config.recovery = recovery;
    return config;
}

/** @return drops the n-th data packets of the side that posts */
inline RoceScript::Rule
DropData(std::vector<uint32_t> which)
{
    return [which](const RoceSighting& s) {
        const bool hit = s.from == ASKS && IsRcData(s.packet.bth.opcode) &&
                         std::find(which.begin(), which.end(), s.nth) != which.end();
        return hit ? RoceFate::DROP : RoceFate::DELIVER;
    };
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_ROCE_SCRIPT_H */
