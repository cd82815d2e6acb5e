/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_MODEL_TRACE_H
#define MRC_TEST_MODEL_TRACE_H

#include "ns3/mrc-connection.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <initializer_list>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/**
 * Writes down the calls and packets of a connection, for test/spin/replay.py, which plays it back
 * through the rules of the model. The class does so only if the environment variable
 * MRC_MODEL_TRACE names a file, and writes at the end of that file.
 *
 * A line for each event: kind and numbers, then payload in flight and losses that were undone. At
 * the end of the file is each EV's state (0 GOOD, 1 SKIP, 2 ASSUMED_BAD, more: denied; 10 more in
 * the reserve).
 */
class ModelTrace
{
  public:
    explicit ModelTrace(Connection& connection)
        : m_connection(connection)
    {
        const char* name = std::getenv("MRC_MODEL_TRACE");
        if (name != nullptr)
        {
            m_name = name;
            Begin();
        }
    }

    ~ModelTrace()
    {
        if (!m_name.empty())
        {
            std::ofstream(m_name, std::ios::app) << m_text.str();
        }
    }

    ModelTrace(const ModelTrace&) = delete;
    ModelTrace& operator=(const ModelTrace&) = delete;

    /** An event without a packet: post, wake, ports, or an event that the model does not know.
     */
    void Note(const char* kind, std::initializer_list<uint64_t> numbers = {})
    {
        if (m_name.empty())
        {
            return;
        }
        m_text << (m_connection.HasFailed() ? "failed" : kind);
        for (const uint64_t number : numbers)
        {
            m_text << ' ' << number;
        }
        m_text << " |" << ' '
               << m_connection.GetSender().Store().flight.Store().rate.Whole().InFlight() << ' '
               << m_connection.Status().counters.lossesUndone;
        const auto& paths = Paths();
        for (const Ev ev : m_evs)
        {
            const Path& path = *Paths().Find(ev);
            m_text << ' ' << static_cast<int>(path.state) + (paths.InRotation(path) ? 0 : 10);
        }
        m_text << '\n';
    }

    /** The connection got this packet. */
    void Received(const Datagram& d)
    {
        switch (d.bth.opcode)
        {
        case Opcode::SACK:
            return NoteSack("sack", d);
        case Opcode::NACK:
            return NoteNack("nack", d);
        case Opcode::TRANSPORT_ACK:
            return Note("ack", {d.aeth.msn, d.aeth.syndrome, d.bth.psn.Value()});
        case Opcode::PROBE_REQUEST:
            return Note("probe", {d.ev.value, d.peth.tseth.timestamp, IsMarked(d), d.peth.probeId});
        case Opcode::ENDPOINT_RESPONSE:
            return Note("answer", {d.eeth.entropy, d.bth.psn.Value() & 0xffff, d.eeth.marked});
        default:
            return IsWrite(d.bth.opcode) ? NoteData("data", d) : Note("other");
        }
    }

    /** The connection sends this packet. */
    void Sends(const Datagram& d)
    {
        switch (d.bth.opcode)
        {
        case Opcode::SACK:
            return NoteSack("send-sack", d);
        case Opcode::NACK:
            return NoteNack("send-nack", d);
        case Opcode::TRANSPORT_ACK:
            return Note("send-ack", {d.aeth.msn, d.aeth.syndrome});
        case Opcode::PROBE_REQUEST:
            return Note("send-probe", {d.ev.value, d.peth.tseth.timestamp});
        case Opcode::ENDPOINT_REQUEST:
            return Note("send-question", {d.ev.value, d.bth.psn.Value() & 0xffff});
        case Opcode::ENDPOINT_RESPONSE:
            return Note("send-answer");
        default:
            return NoteData("send-data", d);
        }
    }

  private:
    static bool IsMarked(const Datagram& d)
    {
        return d.ecn == Ecn::CE;
    }

    PathTable& Paths() const
    {
        return m_connection.GetSender().Paths().Table();
    }

    void Begin()
    {
        const ConnectionParameters& p = m_connection.Parameters();
        const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
        m_text << "trace " << test->test_suite_name() << '.' << test->name() << ' ' << p.planes
               << ' ' << Paths().Active() << ' ' << p.firstPsn.Value() << ' ' << p.qp->sackThreshold
               << ' ' << +p.ev->probeSuccesses << ' ' << +p.ev->lossesToRetire << ' '
               << +p.ev->skipTurns << ' ' << +p.ev->skipsToExchange << ' ' << p.ev->minActive << ' '
               << static_cast<int>(p.ev->selector) << ' '
               << (p.qp->askPaths || p.qp->lossDelay != Span() || p.qp->packetTimeout != Span())
               << " |";
        for (const Path& path : Paths().All())
        {
            m_evs.push_back(path.ev);
            m_text << ' ' << path.ev.value << ':' << path.ev.Uplink() % p.uplinks;
        }
        m_text << '\n';
    }

    void NoteData(const char* kind, const Datagram& d)
    {
        Note(kind,
             {d.bth.psn.Value(),
              d.ev.value,
              d.write.tseth.timestamp,
              d.bth.retransmission,
              d.bth.ackRequest,
              IsMarked(d),
              static_cast<uint64_t>(d.trim),
              d.payload,
              EndsMessage(d.bth.opcode),
              d.write.meth.msn});
    }

    void NoteSack(const char* kind, const Datagram& d)
    {
        const Seth& seth = d.sack.seth;
        Note(kind,
             {seth.cack.Value(),
              static_cast<uint64_t>(int64_t{seth.sackOffset} & 0xffff),
              seth.bitmap,
              d.sack.cc.outOfOrder,
              static_cast<uint64_t>(seth.mark),
              seth.entropy.value,
              d.sack.cc.timestamp,
              seth.probeReply,
              seth.downPorts,
              seth.mpr});
    }

    void NoteNack(const char* kind, const Datagram& d)
    {
        Note(kind,
             {d.neth.psn.Value(),
              static_cast<uint64_t>(d.neth.reason),
              d.neth.entropy.value,
              d.neth.timestamp});
    }

    Connection& m_connection;
    std::string m_name; //!< of the file; empty: nothing is written
    std::ostringstream m_text;
    std::vector<Ev> m_evs; //!< as they were dealt
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_MODEL_TRACE_H */
