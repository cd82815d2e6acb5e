/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_TIMELINE_H
#define MRC_TEST_TIMELINE_H

#include "model-trace.h"
#include "timeline-packets.h"

#include "ns3/mrc-connection.h"
#include "ns3/mrc-rtt-estimator.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/**
 * One connection, driven by hand: the test is the connection's NIC, the network and the peer.
 *
 * In the diagrams of the cases the connection is on the left, the peer on the right; times are
 * those of the left.
 *
 * At(t) lets time pass and timers act; Post, Receive and Ports happen at that time. Expect names
 * all that the connection has sent since the last Expect, in order, and nothing else (EV probes
 * only after ShowEvProbes). All ports are free all the time. Base RTT 6 us, target 4.5 us, window
 * fixed; two planes of four paths.
 */
class Timeline : public QueuePairObserver, public QueuePairUser, public TimelinePackets
{
  public:
    /** @return the parameters that a test may change before the connection is made */
    static ConnectionParameters Setup()
    {
        ConnectionParameters p;
        p.localNic = 1;
        p.peerNic = 2;
        p.own = QpNumber{16};
        p.peer = QpNumber{17};
        p.planes = 2;
        p.uplinks = 4;
        p.baseRtt = Micros(6);
        p.bitRate = 200000000000;
        p.ev.Change().active = 8;
        p.ev.Change().backup = 8;
        p.qp.Change().askPaths = false; // the verdict of time and bytes alone
        p.cc.Change().algorithm = CcAlgorithm::FIXED;
        p.cc.Change().maxWindow = 64 * FULL;
        p.key = 1;
        return p;
    }

    explicit Timeline(const ConnectionParameters& parameters = Setup())
        : m_connection(parameters, *this)
    {
        m_up = parameters.Planes();
        watch.user = this;
    }

    /**
     * Time goes on to this many nanoseconds after the start; events that are due meanwhile happen.
     */
    Timeline& At(int64_t ns)
    {
        const Instant until = Instant() + Nanos(ns);
        while (m_connection.NextWakeup() <= until)
        {
            m_now = std::max(m_now, m_connection.NextWakeup());
            m_hasFailed = m_connection.Wake(m_now).failed;
            m_trace.Note("wake");
            Pull();
        }
        m_now = until;
        Pull();
        return *this;
    }

    /** The user posts a Write. */
    Timeline& Post(uint32_t bytes, bool immediate = false)
    {
        WorkRequest request;
        request.id = m_posted++;
        request.length = bytes;
        request.hasImmediate = immediate;
        request.immediate = static_cast<uint32_t>(request.id);
        m_connection.Post(request, m_now);
        m_trace.Note("post", {bytes});
        Pull();
        return *this;
    }

    /** A packet of the peer arrives. */
    Timeline& Receive(const Datagram& packet)
    {
        m_hasFailed = m_connection.Receive(packet, m_now).failed;
        m_trace.Received(packet);
        Pull();
        return *this;
    }

    /** As Receive, but the NIC has no time to send before the next call. */
    Timeline& ReceiveBusy(const Datagram& packet)
    {
        m_hasFailed = m_connection.Receive(packet, m_now).failed;
        m_trace.Received(packet);
        return *this;
    }

    /** The NIC's own ports become these. */
    Timeline& Ports(PlaneMask up)
    {
        m_up = up;
        m_connection.PortsChanged(up, m_now);
        m_trace.Note("ports", {up});
        Pull();
        return *this;
    }

    /** The peer's NIC says that its ports are these. */
    Timeline& PeerPorts(PlaneMask up)
    {
        m_connection.PeerPortsChanged(up, m_now);
        m_trace.Note("other");
        Pull();
        return *this;
    }

    /** An administrator denies or allows an EV. */
    Timeline& Administer(Ev ev, PathOrder order)
    {
        m_connection.Administer(ev, order, m_now);
        m_trace.Note("other");
        Pull();
        return *this;
    }

    /** All that was sent since the last Expect. */
    Timeline& Expect(const std::string& sent)
    {
        EXPECT_EQ(m_log, sent) << "at " << (m_now - Instant()).Ps() / 1000 << " ns";
        m_log.clear();
        return *this;
    }

    /** All that was completed and delivered since the last ExpectUser. */
    Timeline& ExpectUser(const std::string& heard)
    {
        EXPECT_EQ(m_heard, heard) << "at " << (m_now - Instant()).Ps() / 1000 << " ns";
        m_heard.clear();
        return *this;
    }

    /** @return the latest transmission of this PSN */
    const Datagram& Sent(uint32_t psn) const
    {
        return m_sent.at(psn);
    }

    /** @return the latest packet of this opcode that was sent, no data */
    const Datagram& Last(Opcode opcode) const
    {
        return m_control.at(opcode);
    }

    /** From now on Expect names EV probes too. */
    Timeline& ShowEvProbes()
    {
        m_showEvProbes = true;
        return *this;
    }

    /** @return the SACK that the latest transmission of `trigger` causes */
    Datagram Sack(uint32_t trigger, uint32_t cack, std::initializer_list<uint32_t> held = {}) const
    {
        Datagram sack = SackFrom(m_sent.at(trigger).write.tseth.timestamp, cack, held);
        sack.sack.seth.entropy = m_sent.at(trigger).ev;
        sack.sack.seth.ackOffset = static_cast<int16_t>(Psn(trigger) - Psn(cack));
        return sack;
    }

    /** @return the SACK that the latest reliability probe causes */
    Datagram ProbeSack(uint32_t cack, std::initializer_list<uint32_t> held = {}) const
    {
        Datagram sack = SackFrom(Last(Opcode::PROBE_REQUEST).peth.tseth.timestamp, cack, held);
        sack.sack.seth.entropy = Last(Opcode::PROBE_REQUEST).ev;
        sack.sack.seth.ackOffset = static_cast<int16_t>(Last(Opcode::PROBE_REQUEST).peth.probeId);
        sack.sack.seth.probeReply = true;
        return sack;
    }

    /** @return the NACK that the latest transmission of this PSN causes */
    Datagram Nack(uint32_t psn, NackReason reason) const
    {
        Datagram nack;
        nack.bth.opcode = Opcode::NACK;
        nack.neth = Neth{};
        nack.neth.reason = reason;
        nack.neth.psn = Psn(psn);
        nack.neth.entropy = m_sent.at(psn).ev;
        nack.neth.timestamp = m_sent.at(psn).write.tseth.timestamp;
        return nack;
    }

    /** @return a Transport ACK: so many messages are complete, all packets have come */
    Datagram TransportAck(uint32_t msn) const
    {
        Datagram ack;
        ack.bth.opcode = Opcode::TRANSPORT_ACK;
        ack.bth.psn = m_latest;
        ack.aeth = Aeth{};
        ack.aeth.msn = msn;
        return ack;
    }

    /** @return a Transport ACK that refuses the message after so many complete ones */
    Datagram TransportNak(uint32_t msn, AethSyndrome syndrome) const
    {
        Datagram nak = TransportAck(msn);
        nak.aeth.syndrome = static_cast<uint8_t>(syndrome);
        return nak;
    }

    /** @return the state of the EV that carried this PSN last */
    PathState StateOf(uint32_t psn)
    {
        return Paths().Table().Find(m_sent.at(psn).ev)->state;
    }

    Connection& GetConnection()
    {
        m_trace.Note("hand"); // actions of the test itself, which nobody sees
        return m_connection;
    }

    Sprayer& Paths()
    {
        return m_connection.GetSender().Paths();
    }

    ResponderLimits& Limits()
    {
        return m_connection.Limits();
    }

    /** @return whether the connection said of its latest call that it has failed */
    bool HasFailed() const
    {
        return m_hasFailed;
    }

    const QueuePairCounters& Counters() const
    {
        return m_connection.Status().counters;
    }

    Instant Now() const
    {
        return m_now;
    }

    void Completed(const Completion& completion) override
    {
        static const char* const STATUS[] =
            {"done", "flushed", "invalid", "no access", "refused", "retries"};
        Hear(STATUS[static_cast<size_t>(completion.status)] +
             (" " + std::to_string(completion.id)));
    }

    void Delivered(const Delivery& delivery) override
    {
        const std::string kind = delivery.hasImmediate ? "immediate " : "write ";
        Hear(kind + std::to_string(delivery.hasImmediate ? delivery.immediate : delivery.msn));
    }

    void Watched(const QpSample& sample) override
    {
        if (const auto* window = std::get_if<WindowSample>(&sample))
        {
            m_toldInFlight = window->inFlight;
        }
        if (const auto* rtt = std::get_if<RttSample>(&sample))
        {
            m_roundTrips.push_back(rtt->rtt.Ps() / 1000);
        }
        m_planeReports += std::holds_alternative<PlaneStatus>(sample);
    }

    /** @return the bytes in flight that were traced last; only of a connection that is watched */
    int64_t ToldInFlight() const
    {
        return m_toldInFlight;
    }

    /** From now on the connection tells more. */
    Timeline& Watch()
    {
        m_connection.Watch(true);
        return *this;
    }

    /** @return the round trips that were sampled, in ns; only of a connection that is watched */
    const std::vector<int64_t>& RoundTrips() const
    {
        return m_roundTrips;
    }

    /** @return how often planes were traced; only of a connection that is watched */
    uint32_t PlaneReports() const
    {
        return m_planeReports;
    }

  private:
    void Pull()
    {
        Datagram packet;
        while (m_connection.NextControl(m_now, packet))
        {
            m_trace.Sends(packet);
            m_control[packet.bth.opcode] = packet;
            if (m_showEvProbes || packet.bth.opcode != Opcode::ENDPOINT_REQUEST)
            {
                Log(Describe(packet));
            }
        }
        while (m_up != 0 && m_connection.NextData(m_now, m_up, packet))
        {
            m_trace.Sends(packet);
            m_sent[packet.bth.psn.Value()] = packet;
            m_latest = packet.bth.retransmission ? m_latest : packet.bth.psn;
            Log(Describe(packet));
        }
        m_trace.Note("pulled");
    }

    static void Append(std::string& list, const std::string& item)
    {
        list += (list.empty() ? "" : ", ") + item;
    }

    void Log(const std::string& item)
    {
        Append(m_log, item);
    }

    void Hear(const std::string& item)
    {
        Append(m_heard, item);
    }

    Instant m_now;
    Connection m_connection;
    ModelTrace m_trace{m_connection};
    PlaneMask m_up;
    uint64_t m_posted{0};
    std::map<uint32_t, Datagram> m_sent;
    Psn m_latest; //!< of the latest packet that was new
    std::map<Opcode, Datagram> m_control;
    bool m_showEvProbes{false};
    bool m_hasFailed{false};
    int64_t m_toldInFlight{-1};
    uint32_t m_planeReports{0};
    std::vector<int64_t> m_roundTrips;
    std::string m_log;
    std::string m_heard;
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_TIMELINE_H */
