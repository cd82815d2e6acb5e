/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-script.h"

#include <functional>
#include <sstream>
#include <string>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// A connection makes a role when the role is first needed.

namespace
{

/** Which roles the two connections have before the first packet. */
enum class Roles
{
    NONE,
    BOTH,
};

/** Has a script write down each packet that is sent. */
void
LogInto(PacketScript& script, std::ostringstream& log)
{
    script.AddRule([&log](const Sighting& s) {
        const Datagram& d = s.packet;
        log << (s.at - Instant()).Ps() << ' ' << s.from << ' ' << static_cast<int>(d.bth.opcode)
            << ' ' << d.bth.psn.Value() << ' ' << d.ev.value << ' ' << d.bth.ackRequest;
        if (d.bth.opcode == Opcode::SACK)
        {
            log << ' ' << d.sack.seth.entropy.value << ' ' << d.sack.seth.bitmap;
        }
        log << '\n';
        return PacketFate::DELIVER;
    });
}

/** What B sends from then on finds a network that loses packets and trims them. */
void
LoseSome(PacketScript& script, Span from)
{
    script.AddRule([from](const Sighting& s) {
        const bool data = s.from == B && IsWrite(s.packet.bth.opcode) && s.at > Instant() + from;
        const PacketFate bad = s.nth % 2 == 0 ? PacketFate::DROP : PacketFate::TRIM;
        return data && (s.nth % 23 == 3 || s.packet.ev.Uplink() % 8 == 5) ? bad
                                                                          : PacketFate::DELIVER;
    });
}

/** An event at a time when each end has one role at most, if roles are made when needed. */
struct Happening
{
    const char* name;
    std::function<void(PacketScript& script)> act; //!< null: there is none
    bool isTheEnd{false};                          //!< no work request ends well behind it
};

/** @return the administrator's word on some EVs of a side */
std::function<void(PacketScript&)>
EvsDeniedAt(Side side)
{
    return [side](PacketScript& script) {
        for (const uint32_t uplink : {0U, 2U, 3U})
        {
            script.ConnectionOf(side).Administer(Ev::Of(0, uplink), PathOrder::DENY, script.Now());
        }
    };
}

/** @return the failure of a side, as its user has it */
std::function<void(PacketScript&)>
AbortOf(Side side)
{
    return [side](PacketScript& script) { script.ConnectionOf(side).Abort(script.Now()); };
}

const Happening HAPPENINGS[] = {
    {"none", nullptr},
    {"A hears that a port of B is down",
     [](PacketScript& script) { script.ConnectionOf(A).PeerPortsChanged(1, script.Now()); }},
    {"B hears that a port of A is down",
     [](PacketScript& script) { script.ConnectionOf(B).PeerPortsChanged(1, script.Now()); }},
    {"EVs of A are denied", EvsDeniedAt(A)},
    {"EVs of B are denied", EvsDeniedAt(B)},
    {"A is aborted", AbortOf(A), true},
    {"B is aborted", AbortOf(B), true},
};

/**
 * A sends to B for a while, then B to A, then both. So each end has to know of the time before its
 * second role was made.
 *
 * @return all packets
 */
std::string
PacketsOf(Roles roles, const ScriptOptions& options, const Happening& happening)
{
    PacketScript script(options);
    if (roles == Roles::BOTH)
    {
        for (const Side side : {A, B})
        {
            script.ConnectionOf(side).GetSender();
            script.ConnectionOf(side).GetReceiver();
        }
    }
    std::ostringstream log;
    LogInto(script, log);
    LoseSome(script, Micros(40));
    script.PostAt(Micros(1), A, 400 * KB);
    script.At(Micros(39), [&script, roles] {
        const bool all = roles == Roles::BOTH;
        EXPECT_TRUE(script.ConnectionOf(A).HasSender());
        EXPECT_TRUE(script.ConnectionOf(B).HasReceiver());
        EXPECT_EQ(script.ConnectionOf(A).HasReceiver(), all);
        EXPECT_EQ(script.ConnectionOf(B).HasSender(), all);
        EXPECT_EQ(&script.WayOf(A) == &script.ConnectionOf(A), all) << "a role takes the calls";
        EXPECT_EQ(&script.WayOf(B) == &script.ConnectionOf(B), all) << "likewise";
    });
    if (happening.act)
    {
        script.At(Micros(39), [&script, &happening] { happening.act(script); });
    }
    script.PostAt(Micros(40), B, 600 * KB);
    script.PostAt(Micros(300), A, 600 * KB);
    script.PostAt(Micros(310), B, 600 * KB);
    EXPECT_TRUE(script.Run());
    if (happening.isTheEnd)
    {
        EXPECT_TRUE(script.ConnectionOf(A).HasFailed());
        EXPECT_TRUE(script.ConnectionOf(B).HasFailed());
    }
    else
    {
        script.ExpectAllDone();
    }
    return log.str();
}

TEST(Transport, RolesMadeWhenNeededSendTheSamePackets)
{
    for (const uint32_t planes : {1U, 2U, 8U})
    {
        for (const uint64_t key : {1U, 2U, 3U})
        {
            ScriptOptions options;
            options.planes = planes;
            options.activeEvs = 32;
            options.key = key;
            for (const Happening& happening : HAPPENINGS)
            {
                const std::string some = PacketsOf(Roles::NONE, options, happening);
                EXPECT_GT(some.size(), happening.isTheEnd ? 1000U : 10000U) << happening.name;
                EXPECT_EQ(some, PacketsOf(Roles::BOTH, options, happening))
                    << planes << " planes, key " << key << ": " << happening.name;
            }
        }
    }
}

TEST(Transport, TheOnlyRoleTakesTheCalls)
{
    PacketScript script;
    Connection& a = script.ConnectionOf(A);
    Connection& b = script.ConnectionOf(B);
    EXPECT_EQ(&a.Way(), &a);

    a.GetSender();
    b.GetReceiver();
    EXPECT_EQ(&a.Way(), &a.GetSender());
    EXPECT_EQ(&script.WayOf(A), &a.GetSender());
    EXPECT_EQ(&b.Way(), &b.GetReceiver());
    EXPECT_EQ(&script.WayOf(B), &b.GetReceiver());

    a.GetReceiver();
    b.GetSender();
    EXPECT_EQ(&a.Way(), &a);
    EXPECT_EQ(&script.WayOf(A), &a);
    EXPECT_EQ(&b.Way(), &b);
    EXPECT_EQ(&script.WayOf(B), &b);
}

TEST(Transport, AnEvProbeThatWaitsIsWorkForTheOnlyRole)
{
    PacketScript script;
    Connection& b = script.ConnectionOf(B);
    HintedPair& way = b.GetReceiver();
    Datagram data;
    data.bth.opcode = Opcode::WRITE_MIDDLE;
    data.payload = 4096;
    ASSERT_TRUE(way.Receive(data, Instant()).control) << "no path back is known yet";

    // A NIC that may not send leaves the probe where it is, and is told of it again.
    data.bth.psn = Psn(1);
    EXPECT_TRUE(way.Receive(data, Instant() + Nanos(1)).control);

    Datagram out;
    ASSERT_TRUE(way.NextControl(Instant() + Nanos(2), out));
    EXPECT_EQ(out.bth.opcode, Opcode::ENDPOINT_REQUEST);
    EXPECT_FALSE(way.NextControl(Instant() + Nanos(2), out));
    data.bth.psn = Psn(2);
    EXPECT_FALSE(way.Receive(data, Instant() + Nanos(3)).control);
}

// Packets that were sent, arrived, had arrived before or found no room are known without a count.
TEST(Transport, StatusCountsPackets)
{
    PacketScript script;
    Connection& b = script.ConnectionOf(B);
    Datagram data;
    data.bth.opcode = Opcode::WRITE_MIDDLE;
    data.payload = 4096;
    for (const uint32_t psn : {0U, 1U, 3U, 3U, 70U, 1U, 4000000U})
    {
        data.bth.psn = Psn(psn);
        b.Receive(data, Instant());
    }
    EXPECT_EQ(b.Status().counters.receivedPackets, 7U);
    EXPECT_EQ(b.Status().counters.duplicates, 2U);
    EXPECT_EQ(b.Status().counters.placedBytes, 4U * 4096);

    b.Abort(Instant());
    data.bth.psn = Psn(5);
    b.Receive(data, Instant());
    EXPECT_EQ(b.Status().counters.receivedPackets, 8U) << "whatever becomes of it";
    EXPECT_EQ(b.Status().counters.placedBytes, 4U * 4096);
}

TEST(Transport, StatusCountsRepetitions)
{
    PacketScript script;
    script.Nth(A, DATA, 3, PacketFate::TRIM);
    script.Nth(A, DATA, 5, PacketFate::DROP);
    script.PostAt(Span(), A, 100 * 4096);
    EXPECT_TRUE(script.Run());
    EXPECT_EQ(script.Counters(A).sentPackets, 100U + script.Retransmissions(A));
    EXPECT_EQ(script.Counters(A).sentPackets, script.Sent(A, DATA));
    EXPECT_GE(script.Retransmissions(A), 2U);
    EXPECT_EQ(script.Counters(B).receivedPackets, script.Sent(A, DATA) - 2U);
}

TEST(Transport, StatusMakesNoRole)
{
    PacketScript script;
    Connection& a = script.ConnectionOf(A);
    const QueuePairStatus before = a.Status();
    EXPECT_FALSE(a.HasSender() || a.HasReceiver());

    a.GetSender();
    a.GetReceiver();
    const QueuePairStatus after = a.Status();

    EXPECT_GT(before.window.window, 0U);
    EXPECT_EQ(before.window.window, after.window.window);
    EXPECT_EQ(before.window.inFlight, after.window.inFlight);
    EXPECT_EQ(before.grant.mpr, after.grant.mpr);
    EXPECT_EQ(before.grant.penalty, after.grant.penalty);
}

TEST(Transport, LimitsMakeNoRoleAndHoldAfterwards)
{
    PacketScript script;
    Connection& b = script.ConnectionOf(B);
    b.Limits().memory.Deregister(0); // that is open to all
    b.Limits().buffers.Post(3);
    EXPECT_FALSE(b.HasSender() || b.HasReceiver());
    EXPECT_EQ(b.Limits().buffers.Left(), 3U);

    b.GetReceiver();

    EXPECT_EQ(b.Limits().buffers.Left(), 3U);
    EXPECT_EQ(&b.Limits(), &b.GetReceiver().Limits());
    script.PostAt(Span(), A, 4096);
    script.Run();
    EXPECT_EQ(script.Completions(A).at(0).status, CompletionStatus::REM_ACCESS_ERR);
}

TEST(Transport, ANewRequestorKnowsWhichPlanesAnswered)
{
    PacketScript script;
    Connection& b = script.ConnectionOf(B);
    b.GetReceiver();
    Datagram answer;
    answer.bth.opcode = Opcode::ENDPOINT_RESPONSE;
    answer.eeth = Eeth{};
    answer.eeth.operation = EndpointOperation::EV_PROBE;
    answer.eeth.entropy = Ev::Of(1, 2).value;
    const Instant at = Instant() + Micros(5);
    b.Receive(answer, at);
    ASSERT_FALSE(b.HasSender());

    const PlaneHealth& health = b.GetSender().Paths().Health();

    EXPECT_TRUE(health.IsAlive(1, at + Micros(1)));
    EXPECT_FALSE(health.IsAlive(0, at));
    EXPECT_EQ(health.HeardAt(), at);
}

TEST(Transport, ANewResponderKnowsWhichPortsThePeerCalledDown)
{
    PacketScript script;
    Connection& a = script.ConnectionOf(A);
    const Instant at = Instant() + Micros(1);
    WorkRequest request;
    request.length = 8 * KB;
    a.Post(request, at);
    Datagram sent;
    ASSERT_TRUE(a.NextData(at, 0b11, sent));
    Datagram sack;
    sack.bth.opcode = Opcode::SACK;
    sack.sack = SackHeaders{};
    sack.sack.seth.cack = sent.bth.psn;
    sack.sack.seth.entropy = sent.ev;
    sack.sack.seth.downPorts = 0b10;
    a.Receive(sack, at + Micros(7));
    ASSERT_FALSE(a.HasReceiver());

    EXPECT_EQ(a.GetReceiver().Store().peerDown, 0b10);
}

TEST(Transport, DenialAndAbortReachRolesThatAreMadeLater)
{
    PacketScript script;
    Connection& a = script.ConnectionOf(A);
    for (uint32_t uplink = 1; uplink < 4; ++uplink)
    {
        a.Administer(Ev::Of(0, uplink), PathOrder::DENY, Instant());
    }
    EXPECT_EQ(a.GetReceiver().Reverse().Of(0), Ev::Of(0, 0)) << "the only one that is left";

    Connection& b = script.ConnectionOf(B);
    EXPECT_TRUE(b.Abort(Instant()).failed);
    WorkRequest request;
    request.length = 1;
    b.Post(request, Instant());
    EXPECT_FALSE(b.GetSender().Store().HasData());
    ASSERT_EQ(script.Completions(B).size(), 1U);
    EXPECT_EQ(script.Completions(B)[0].status, CompletionStatus::WR_FLUSH_ERR);
}

TEST(Transport, AllEvProbesThatWaitAreSent)
{
    PacketScript script;
    Connection& a = script.ConnectionOf(A);
    PathProber& prober = a.GetSender().Paths().Prober();
    prober.Add(Ev::Of(0, 1), Instant());
    prober.Add(Ev::Of(1, 1), Instant());
    const Instant late = Instant() + Micros(900);

    EXPECT_TRUE(a.Wake(late).control);

    Datagram probe;
    EXPECT_TRUE(a.NextControl(late, probe));
    EXPECT_TRUE(a.NextControl(late, probe));
    EXPECT_FALSE(a.NextControl(late, probe));
}

/** @return the packet of an opcode that comes first to an end without roles */
Datagram
StrayOf(Opcode opcode)
{
    Datagram stray;
    stray.bth.opcode = opcode;
    stray.bth.psn = Psn(1);
    stray.ev = Ev::Of(0, 1);
    switch (opcode)
    {
    case Opcode::SACK:
        stray.sack = SackHeaders{};
        stray.sack.seth.cack = stray.bth.psn;
        break;
    case Opcode::NACK:
        stray.neth = Neth{};
        break;
    case Opcode::TRANSPORT_ACK:
        stray.aeth = Aeth{};
        break;
    default:
        stray.eeth = Eeth{};
        stray.eeth.operation = EndpointOperation::EV_PROBE;
        stray.eeth.entropy = stray.ev.value;
        break;
    }
    return stray;
}

TEST(Transport, StrayPacketsFindTheirRole)
{
    for (const Opcode opcode :
         {Opcode::SACK, Opcode::NACK, Opcode::TRANSPORT_ACK, Opcode::ENDPOINT_RESPONSE})
    {
        PacketScript script;
        Connection& a = script.ConnectionOf(A);
        const Agenda agenda = a.Receive(StrayOf(opcode), Instant() + Micros(1));
        EXPECT_FALSE(agenda.failed);
        EXPECT_NE(a.HasSender(), a.HasReceiver()) << static_cast<int>(opcode);
        EXPECT_EQ(a.HasReceiver(), opcode == Opcode::ENDPOINT_RESPONSE);
    }
}

} // namespace
