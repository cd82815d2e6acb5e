/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_SCRIPT_END_H
#define MRC_TEST_SCRIPT_END_H

#include "ns3/mrc-connection.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

constexpr uint32_t KB = 1000;
constexpr uint32_t MB = 1000 * KB;

/** The two ends of the scripted network. */
enum Side
{
    A = 0,
    B = 1,
};

/** The fate of a packet in the network. */
enum class PacketFate
{
    DELIVER,
    DROP,
    TRIM,
    TRIM_LAST_HOP,
    MARK,
};

/** A packet as a script sees the packet when it is sent. */
struct Sighting
{
    const Datagram& packet;
    Side from;
    uint32_t nth; //!< of the packet's opcode class from that side, from 1: data packets, SACKs, ...
    Instant at;
};

/** Stands for all data packets in PacketScript::Nth and Sent. */
constexpr auto DATA = Opcode::WRITE_ONLY;

/** The settings of a script. */
struct ScriptOptions
{
    /** Which connections need not be woken while data waits for its turn? */
    enum Doze
    {
        ALL_DOZE,
        NONE_DOZE,
    };

    Doze lets{ALL_DOZE};
    uint32_t planes{2};
    uint32_t uplinks{4};
    uint64_t portBitRate{100000000000}; //!< bit/s
    Span oneWay{Micros(3)};             //!< delay of every path
    uint16_t activeEvs{16};
    uint16_t backupEvs{16};
    uint64_t key{1};
    Psn firstPsn;
    QpConfig qp;
    EvConfig ev;
    CcConfig cc;

    /** @return how long a port is busy with so many bytes */
    Span TransmitTime(uint32_t bytes) const
    {
        return Span(static_cast<int64_t>(bytes * 8 * 1000000000000ULL / portBitRate));
    }

    /** @return unloaded round trip of a full data packet and its SACK */
    Span BaseRtt() const
    {
        return oneWay * 2 + TransmitTime(4096 + 166);
    }

    /** @return the parameters of the connection of a side */
    ConnectionParameters For(Side side) const
    {
        ConnectionParameters p;
        p.localNic = side;
        p.peerNic = 1 - side;
        p.own = QpNumber{16U + side};
        p.peer = QpNumber{17U - side};
        p.planes = planes;
        p.uplinks = uplinks;
        p.baseRtt = BaseRtt();
        p.bitRate = portBitRate * planes;
        p.qp = qp;
        p.ev = ev;
        p.ev.Change().active = activeEvs;
        p.ev.Change().backup = backupEvs;
        p.cc = cc;
        p.key = key * 2 + side;
        p.firstPsn = firstPsn;
        return p;
    }
};

/** Opcodes are counted in so many classes. */
constexpr int OPCODE_CLASSES = 7;

/** @return the class of an opcode; 0: data */
inline int
OpcodeClass(Opcode opcode)
{
    switch (opcode)
    {
    case Opcode::SACK:
        return 1;
    case Opcode::NACK:
        return 2;
    case Opcode::TRANSPORT_ACK:
        return 3;
    case Opcode::PROBE_REQUEST:
        return 4;
    case Opcode::ENDPOINT_REQUEST:
        return 5;
    case Opcode::ENDPOINT_RESPONSE:
        return 6;
    default:
        return 0;
    }
}

/** One of the two ends, and the events there. */
struct ScriptEnd : public QueuePairObserver
{
    explicit ScriptEnd(const ConnectionParameters& parameters)
        : connection(parameters, *this),
          way(&connection.Way()),
          up(parameters.Planes())
    {
    }

    void Completed(const Completion& completion) override
    {
        EXPECT_EQ(completion.id, completions.size()) << "completions come in order of posts";
        completions.push_back(completion);
    }

    void Delivered(const Delivery& delivery) override
    {
        EXPECT_EQ(delivery.msn, static_cast<uint16_t>(deliveries.size()));
        deliveries.push_back(delivery);
    }

    void WayChanged(const QueuePairAdmin& pair, HintedPair& changed) override
    {
        EXPECT_EQ(&pair, &connection);
        way = &changed; // not while the connection is made, behind which this is set anew
    }

    Side side{A};
    Connection connection;
    HintedPair* way; //!< takes the calls
    PlaneMask up;
    std::array<Instant, MAX_PLANES> freeAt{};
    std::vector<Completion> completions;
    std::vector<Delivery> deliveries;
    std::array<uint32_t, OPCODE_CLASSES> sent{};
    uint64_t posted{0};
    uint64_t postedBytes{0};
    int64_t beyondWindow{0}; //!< data packets sent though the window had no room
    uint32_t wakes{0};
    Instant wakeAt{Instant::Never()};
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_SCRIPT_END_H */
