/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_PACKET_SCRIPT_H
#define MRC_TEST_PACKET_SCRIPT_H

#include "script-end.h"

#include "ns3/mrc-endpoint.h"

#include <array>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <queue>
#include <tuple>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/**
 * Two connections and a network that obeys the test, packet by packet.
 *
 * Calls go to what a connection says that they best go to, as a NIC makes them. Ports serialise
 * data packets; control packets pass at once. Invariants that hold in every script are checked
 * here: in flight within the window, PSNs within the MPR, completions in order. A packet that is
 * sent again when a timer has run out may be one too many for the window.
 */
class PacketScript
{
  public:
    using Rule = std::function<PacketFate(const Sighting&)>;
    using Delay = std::function<Span(const Datagram&)>;

    explicit PacketScript(const ScriptOptions& options = ScriptOptions())
        : m_options(options)
    {
        for (Side side : {A, B})
        {
            m_ends[side] = std::make_unique<End>(m_options.For(side));
            m_ends[side]->side = side;
        }
    }

    /** At this time this side posts a Write of this many bytes. */
    void PostAt(Span at, Side side, uint32_t bytes, bool immediate = false)
    {
        WorkRequest request;
        request.remoteAddress = 0x10000;
        request.length = bytes;
        request.hasImmediate = immediate;
        At(at, [this, side, request]() mutable {
            End& end = *m_ends[side];
            request.id = end.posted++;
            request.immediate = static_cast<uint32_t>(request.id);
            end.postedBytes += request.length;
            end.way->Post(request, m_now);
        });
    }

    /** At this time this side's ports become those of the mask. */
    void PortsAt(Span at, Side side, PlaneMask up)
    {
        At(at, [this, side, up] {
            m_ends[side]->up = up;
            m_ends[side]->way->PortsChanged(up, m_now);
        });
    }

    /** A side's port of plane 0 sends the packets of others for so long now, or is paused. */
    void HoldPort(Side side, Span length)
    {
        Instant& free = m_ends[side]->freeAt[0];
        free = std::max(free, m_now) + length;
        Event event;
        event.at = free;
        event.freesPort = true;
        Push(event);
    }

    /** At this time something happens. */
    void At(Span at, std::function<void()> action)
    {
        Event event;
        event.at = Instant() + at;
        event.action = std::make_shared<std::function<void()>>(std::move(action));
        Push(event);
    }

    /** Every packet meets this rule; the first rule that does not say DELIVER counts. */
    void AddRule(Rule rule)
    {
        m_rules.push_back(std::move(rule));
    }

    /** The n-th packet of this opcode class from this side meets this fate. */
    void Nth(Side from, Opcode opcode, uint32_t n, PacketFate fate)
    {
        AddRule([=](const Sighting& s) {
            const bool hit = s.from == from && s.nth == n &&
                             OpcodeClass(s.packet.bth.opcode) == OpcodeClass(opcode);
            return hit ? fate : PacketFate::DELIVER;
        });
    }

    /** Paths take longer by this. */
    void SetExtraDelay(Delay delay)
    {
        m_extraDelay = std::move(delay);
    }

    /** Runs until nothing is pending, or until this time. @return whether nothing is pending */
    bool Run(Span until = Micros(1000000))
    {
        while (!m_events.empty() && m_events.top().at <= Instant() + until)
        {
            const Event event = m_events.top();
            m_events.pop();
            m_now = event.at;
            Handle(event);
            for (auto& end : m_ends)
            {
                Pump(*end);
            }
        }
        return m_events.empty();
    }

    Connection& ConnectionOf(Side side)
    {
        return m_ends[side]->connection;
    }

    const HintedPair& WayOf(Side side) const
    {
        return *m_ends[side]->way;
    }

    const QueuePairCounters& Counters(Side side) const
    {
        return m_ends[side]->connection.Status().counters;
    }

    const std::vector<Completion>& Completions(Side side) const
    {
        return m_ends[side]->completions;
    }

    const std::vector<Delivery>& Deliveries(Side side) const
    {
        return m_ends[side]->deliveries;
    }

    /** @return packets of the opcode's class that this side has sent */
    uint32_t Sent(Side side, Opcode opcode) const
    {
        return m_ends[side]->sent[OpcodeClass(opcode)];
    }

    /** @return how often timers of this side that were due have acted */
    uint32_t Wakes(Side side) const
    {
        return m_ends[side]->wakes;
    }

    Instant Now() const
    {
        return m_now;
    }

    /** Checks that all that was posted is complete at both ends, each byte placed once. */
    void ExpectAllDone() const
    {
        for (Side side : {A, B})
        {
            const End& end = *m_ends[side];
            const End& peer = *m_ends[1 - side];
            EXPECT_EQ(end.completions.size(), end.posted);
            for (const Completion& completion : end.completions)
            {
                EXPECT_EQ(completion.status, CompletionStatus::SUCCESS);
            }
            EXPECT_EQ(peer.deliveries.size(), end.posted);
            EXPECT_EQ(peer.connection.Status().counters.placedBytes, end.postedBytes);
            EXPECT_EQ(end.connection.Status().window.inFlight, 0);
        }
    }

    /** @return retransmissions of a side, whatever the cause */
    uint64_t Retransmissions(Side side) const
    {
        uint64_t sum = 0;
        for (uint64_t count : Counters(side).retransmissions)
        {
            sum += count;
        }
        return sum;
    }

    /** @return unloaded round trip of a full data packet and its SACK */
    Span BaseRtt() const
    {
        return m_options.BaseRtt();
    }

  private:
    using End = ScriptEnd;

    struct Event
    {
        Instant at;
        uint64_t order{0};
        std::shared_ptr<std::function<void()>> action; //!< or else an arrival or a wake-up
        Side to{A};
        bool arrival{false};
        bool endsDoze{false};
        bool freesPort{false}; //!< nothing but that
        Datagram packet;

        /** The earliest on top; at equal times a NIC looks at its timers last, and then sends. */
        bool operator<(const Event& other) const
        {
            const auto key = [](const Event& event) {
                return std::make_tuple(event.at,
                                       !event.action && !event.arrival,
                                       event.freesPort,
                                       event.order);
            };
            return key(other) < key(*this);
        }
    };

    void Push(Event event)
    {
        event.order = m_order++;
        m_events.push(event);
    }

    void Handle(const Event& event)
    {
        End& end = *m_ends[event.to];
        if (event.action)
        {
            (*event.action)();
        }
        else if (event.freesPort)
        {
            return; // only to pump again
        }
        else if (event.endsDoze)
        {
            if (end.way->NextWakeup() > m_now)
            {
                Note(end, end.way->Wake(m_now));
            }
        }
        else if (!event.arrival)
        {
            if (end.wakeAt == event.at)
            {
                end.wakeAt = Instant::Never();
                Wake(end);
            }
        }
        else if (((end.up >> event.packet.plane) & 1) == 0)
        {
            return; // the port of the packet went down meanwhile
        }
        else if (event.packet.bth.opcode == Opcode::ENDPOINT_REQUEST)
        {
            Send(end, AnswerEndpointRequest(event.packet, end.up, 48));
        }
        else
        {
            end.way->Receive(event.packet, m_now);
        }
    }

    void Wake(End& end)
    {
        ++end.wakes;
        Note(end, end.way->Wake(m_now));
    }

    /** Obeys a connection that dozes, or has it woken. */
    void Note(End& end, const Agenda& agenda)
    {
        if (!agenda.dozes)
        {
            return;
        }
        if (m_options.lets == ScriptOptions::NONE_DOZE)
        {
            end.connection.GetSender().Timeouts().EndDoze(m_now);
            return;
        }
        Event event;
        event.at = agenda.wakeup;
        event.to = end.side;
        event.endsDoze = true;
        Push(event);
    }

    void Pump(End& end)
    {
        Datagram packet;
        while (end.way->NextControl(m_now, packet))
        {
            Send(end, packet);
        }
        for (;;)
        {
            PlaneMask free = 0;
            for (uint32_t plane = 0; plane < m_options.planes; ++plane)
            {
                const bool idle = end.freeAt[plane] <= m_now && ((end.up >> plane) & 1);
                free |= idle ? PlaneMask{1} << plane : 0;
            }
            if (free == 0 || !end.way->NextData(m_now, free, packet))
            {
                break;
            }
            EXPECT_TRUE((free >> packet.plane) & 1);
            CheckWindow(end, packet);
            end.freeAt[packet.plane] = m_now + m_options.TransmitTime(packet.payload + 166U);
            At(end.freeAt[packet.plane] - Instant(), [] {}); // only to pump again
            Send(end, packet);
        }
        const Instant wake = end.way->NextWakeup();
        if (wake < end.wakeAt)
        {
            end.wakeAt = std::max(wake, m_now);
            Event event;
            event.at = end.wakeAt;
            event.to = end.side;
            Push(event);
        }
    }

    void CheckWindow(End& end, const Datagram& packet)
    {
        const FlightWindow& rate = end.connection.GetSender().Store().flight.Store().rate;
        if (rate.Whole().InFlight() > rate.Window() && rate.Whole().InFlight() != packet.payload)
        {
            // no more than timers can have run out
            EXPECT_TRUE(packet.bth.retransmission);
            EXPECT_LE(m_options.qp.AckTimeout() * ++end.beyondWindow, m_now - Instant());
        }
        Connection& other = m_ends[1 - end.side]->connection;
        if (other.HasReceiver()) // made by the first packet, if not before
        {
            const auto& peer = other.GetReceiver().Store().received;
            const uint64_t sequence = SequenceOf(packet.bth.psn, peer.Expected());
            EXPECT_LT(sequence, peer.Expected() + peer.Window());
        }
    }

    void Send(End& end, Datagram packet)
    {
        const int kind = OpcodeClass(packet.bth.opcode);
        const Sighting sighting{packet, end.side, ++end.sent[kind], m_now};
        PacketFate fate = PacketFate::DELIVER;
        for (const Rule& rule : m_rules)
        {
            const PacketFate said = rule(sighting); // every rule sees every packet
            fate = fate == PacketFate::DELIVER ? said : fate;
        }
        if (fate == PacketFate::DROP || ((end.up >> packet.plane) & 1) == 0)
        {
            return;
        }
        Span delay = m_options.oneWay + (m_extraDelay ? m_extraDelay(packet) : Span());
        if (kind == 0)
        {
            delay = delay + m_options.TransmitTime(packet.payload + 166U);
        }
        if (fate == PacketFate::TRIM || fate == PacketFate::TRIM_LAST_HOP)
        {
            packet.trim = fate == PacketFate::TRIM ? TrimMark::TRIMMED : TrimMark::TRIMMED_LAST_HOP;
            packet.write.reth = Reth{}; // beyond what a trimmed packet keeps
            packet.payload = 0;
        }
        packet.ecn = fate == PacketFate::MARK ? Ecn::CE : packet.ecn;
        Event event;
        event.at = m_now + delay;
        event.to = static_cast<Side>(1 - end.side);
        event.arrival = true;
        event.packet = packet;
        Push(event);
    }

    ScriptOptions m_options;
    std::array<std::unique_ptr<End>, 2> m_ends;
    std::priority_queue<Event> m_events;
    std::vector<Rule> m_rules;
    Delay m_extraDelay;
    uint64_t m_order{0};
    Instant m_now;
};

/** @return packets that side A has sent again for this cause */
inline uint64_t
Count(const PacketScript& script, RetransmitCause cause)
{
    return script.Counters(A).retransmissions[static_cast<size_t>(cause)];
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_PACKET_SCRIPT_H */
