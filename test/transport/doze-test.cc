/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-script.h"

#include <sstream>
#include <string>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// A sender need not be woken while data waits for its turn, and does all that it would have done.

namespace
{

/** What happens in a script beside its transfers, at times that follow from a seed. */
using Trouble = std::function<void(PacketScript&, uint64_t seed)>;

/** How long the port sends packets of others behind a packet of the first side. */
using Turn = Span (*)(PacketScript&, const Sighting&, uint64_t draw);

/** What was seen of one run. */
struct Story
{
    std::string packets; //!< all packets and completions, with their times
    uint32_t wakes;      //!< of the sender
    uint32_t probes;     //!< reliability probes that the sender sent
};

/** @return the options of a connection with short round trips */
ScriptOptions
ShortTrips(uint64_t seed)
{
    ScriptOptions options;
    options.planes = 1;
    options.oneWay = Micros(1);
    options.key = seed;
    options.qp.timeoutExponent = 7; // 131 us
    return options;
}

/** Writes of the first side, one behind the other. */
void
PostSome(PacketScript& script)
{
    script.PostAt(Micros(0), A, 60 * 4096);
    script.PostAt(Micros(1), A, 4096);
    script.PostAt(Micros(2), A, 30 * 4096 + 7);
    script.PostAt(Micros(1500), A, 20 * 4096);
}

/** @return several round trips */
Span
AnyTurn(PacketScript&, const Sighting&, uint64_t draw)
{
    return Nanos(10000 + static_cast<int64_t>(draw % 20000));
}

/** @return some intervals of probes: the port is free at the instant of a wake-up that is spared */
Span
TiedTurn(PacketScript& script, const Sighting& sighting, uint64_t draw)
{
    const AckTimers& timers = script.ConnectionOf(A).GetSender().Store().timers;
    const Span interval = timers.Probes().Interval(SenderState::BACKLOG);
    return interval * static_cast<int64_t>(1 + draw % 3) -
           ScriptOptions().TransmitTime(sighting.packet.payload + 166U);
}

/** @return as TiedTurn, where the first wake-up comes a timeout of 4 us behind a packet */
Span
TurnTiedByTimeout(PacketScript& script, const Sighting& sighting, uint64_t draw)
{
    return TiedTurn(script, sighting, draw) + Nanos(4096);
}

Story
Tell(ScriptOptions options, ScriptOptions::Doze lets, Turn turn, const Trouble& trouble)
{
    options.lets = lets;
    PacketScript script(options);
    std::ostringstream text;
    script.AddRule([&text](const Sighting& s) {
        text << s.at.Ps() << ' ' << s.from << ' ' << static_cast<int>(s.packet.bth.opcode) << ' '
             << s.packet.bth.psn.Value() << ' ' << s.packet.ev.value << ' '
             << s.packet.bth.ackRequest << '\n';
        return PacketFate::DELIVER;
    });
    // The packets of others take several round trips.
    script.AddRule([&script, turn, draws = KeyedDraws(options.key)](const Sighting& s) {
        if (s.from == A && IsWrite(s.packet.bth.opcode))
        {
            script.HoldPort(A, turn(script, s, draws.Bits(s.nth)));
        }
        return PacketFate::DELIVER;
    });
    PostSome(script);
    trouble(script, options.key);
    script.Run(Micros(20000));
    for (const Completion& completion : script.Completions(A))
    {
        text << completion.at.Ps() << ' ' << static_cast<int>(completion.status) << '\n';
    }
    return {text.str(), script.Wakes(A), script.Sent(A, Opcode::PROBE_REQUEST)};
}

/** One way in which data stops, or goes on otherwise. */
struct DozeCase
{
    const char* name;
    Trouble trouble;
    bool isProbed; //!< the sender sends a reliability probe in between
    void (*setup)(ScriptOptions&);
    Turn turn{AnyTurn};
};

void
PrintTo(const DozeCase& one, std::ostream* os)
{
    *os << one.name;
}

/** From `from` to `to` packets of a side meet this fate. */
void
Meet(PacketScript& script, Side side, PacketFate fate, Span from, Span to)
{
    script.AddRule([=](const Sighting& s) {
        const bool hit = s.from == side && s.at >= Instant() + from && s.at < Instant() + to;
        return hit && (fate == PacketFate::DROP || IsWrite(s.packet.bth.opcode))
                   ? fate
                   : PacketFate::DELIVER;
    });
}

/** Each EV of the first side is denied or allowed. */
void
OrderAt(PacketScript& script, Span at, PathOrder order)
{
    script.At(at, [&script, order] {
        for (const PathStatus& path : script.ConnectionOf(A).Paths())
        {
            script.ConnectionOf(A).Administer(path.ev, order, script.Now());
        }
    });
}

/** Of the packets so many in a hundred meet this fate, those from A that carry data unless they are
 * dropped. */
void
MeetSome(PacketScript& script, uint64_t seed, uint64_t percent, PacketFate fate)
{
    script.AddRule([=, draws = KeyedDraws(seed)](const Sighting& s) {
        const bool isMet = draws.Bits(8 * s.nth + s.from) % 100 < percent;
        const bool isData = s.from == A && IsWrite(s.packet.bth.opcode);
        return isMet && (isData || fate == PacketFate::DROP) ? fate : PacketFate::DELIVER;
    });
}

/** Packets overtake each other. */
void
Jumble(PacketScript& script, uint64_t seed)
{
    script.SetExtraDelay([draws = KeyedDraws(seed), count = uint64_t{0}](const Datagram&) mutable {
        return Nanos(static_cast<int64_t>(draws.Bits(++count) % 30000));
    });
}

/** @return an instant in the midst of the transfers */
Span
Midst(uint64_t seed)
{
    return Micros(200) + Nanos(static_cast<int64_t>(KeyedDraws(seed).Bits(1) % 300000));
}

void
BeSilent(PacketScript& script, uint64_t seed)
{
    Meet(script, B, PacketFate::DROP, Midst(seed), Midst(seed) + Micros(600));
}

const DozeCase DOZE_CASES[] = {
    {"Nothing", [](PacketScript&, uint64_t) {}, false, [](ScriptOptions&) {}},
    {"BothSidesSend",
     [](PacketScript& script, uint64_t) { script.PostAt(Micros(20), B, 100 * 4096); },
     false,
     [](ScriptOptions&) {}},
    {"SilentPeer", BeSilent, true, [](ScriptOptions&) {}},
    {"ShortTimeout", BeSilent, true, [](ScriptOptions& o) { o.qp.timeoutExponent = 5; }},
    {"FewRetries",
     [](PacketScript& script, uint64_t seed) {
         Meet(script, B, PacketFate::DROP, Midst(seed), Micros(20000));
     },
     true,
     [](ScriptOptions& o) {
         o.qp.linearRetries = 2;
         o.qp.exponentialRetries = 1;
     }},
    {"LongPause",
     [](PacketScript& script, uint64_t seed) {
         BeSilent(script, seed);
         script.At(Midst(seed) + Micros(10), [&script] { script.HoldPort(A, Micros(450)); });
     },
     true,
     [](ScriptOptions&) {}},
    {"Losses",
     [](PacketScript& script, uint64_t seed) { MeetSome(script, seed, 5, PacketFate::DROP); },
     true,
     [](ScriptOptions&) {}},
    {"Trims",
     [](PacketScript& script, uint64_t seed) { MeetSome(script, seed, 10, PacketFate::TRIM); },
     true,
     [](ScriptOptions&) {}},
    {"Marks",
     [](PacketScript& script, uint64_t seed) {
         MeetSome(script, seed, 80, PacketFate::MARK);
         Jumble(script, seed);
     },
     true,
     [](ScriptOptions&) {}},
    {"Overtaking",
     [](PacketScript& script, uint64_t seed) { Jumble(script, seed); },
     true,
     [](ScriptOptions&) {}},
    {"SmallWindow",
     [](PacketScript& script, uint64_t seed) { Jumble(script, seed); },
     true,
     [](ScriptOptions& o) { o.cc.maxWindow = 3 * 4096; }},
    {"DeniedEvs",
     [](PacketScript& script, uint64_t seed) {
         OrderAt(script, Midst(seed), PathOrder::DENY);
         OrderAt(script, Midst(seed) + Micros(130), PathOrder::ALLOW);
     },
     false,
     [](ScriptOptions&) {}},
    {"PortDown",
     [](PacketScript& script, uint64_t seed) {
         script.PortsAt(Midst(seed), A, 0);
         script.PortsAt(Midst(seed) + Micros(90), A, 1);
     },
     false,
     [](ScriptOptions&) {}},
    {"PeerPortDown",
     [](PacketScript& script, uint64_t seed) {
         for (const PlaneMask up : {0, 1})
         {
             script.At(Midst(seed) + Micros(90) * up, [&script, up] {
                 script.ConnectionOf(A).PeerPortsChanged(up, script.Now());
             });
         }
     },
     true,
     [](ScriptOptions&) {}},
    {"Abort",
     [](PacketScript& script, uint64_t seed) {
         script.At(Midst(seed), [&script] { script.ConnectionOf(A).Abort(script.Now()); });
     },
     false,
     [](ScriptOptions&) {}},
    {"AllAtOnce",
     [](PacketScript& script, uint64_t seed) {
         MeetSome(script, seed, 3, PacketFate::DROP);
         MeetSome(script, seed + 1000, 3, PacketFate::TRIM);
         MeetSome(script, seed + 2000, 20, PacketFate::MARK);
         Jumble(script, seed);
         OrderAt(script, Midst(seed), PathOrder::DENY);
         OrderAt(script, Midst(seed) + Micros(30), PathOrder::ALLOW);
         script.At(Midst(seed + 1), [&script] { script.HoldPort(A, Micros(200)); });
         script.PortsAt(Midst(seed + 2), A, 0);
         script.PortsAt(Midst(seed + 2) + Micros(20), A, 1);
     },
     true,
     [](ScriptOptions&) {}},
    {"Ties", BeSilent, true, [](ScriptOptions&) {}, TiedTurn},
    {"TiesOfLateAnswers",
     [](PacketScript& script, uint64_t seed) { Jumble(script, seed); },
     true,
     [](ScriptOptions& o) { o.cc.maxWindow = 3 * 4096; },
     TiedTurn},
};

class Doze : public ::testing::TestWithParam<DozeCase>
{
};

// Clauses: [tail-probe]
TEST_P(Doze, SparesWakeupsAndNothingElse)
{
    uint32_t dozed = 0;
    uint32_t woken = 0;
    uint32_t probes = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        ScriptOptions options = ShortTrips(seed);
        GetParam().setup(options);
        const Story all =
            Tell(options, ScriptOptions::ALL_DOZE, GetParam().turn, GetParam().trouble);
        const Story none =
            Tell(options, ScriptOptions::NONE_DOZE, GetParam().turn, GetParam().trouble);
        ASSERT_EQ(all.packets, none.packets) << seed;
        dozed += all.wakes;
        woken += none.wakes;
        probes += all.probes;
    }
    EXPECT_LT(dozed, woken);
    EXPECT_EQ(probes != 0, GetParam().isProbed) << probes;
}

// The timer of a sender with a backlog runs out twice or more in each of its turns.
// Clauses: [tail-probe]
TEST(Doze, WakesSeldomWhileTurnsGoRound)
{
    const Trouble none = [](PacketScript&, uint64_t) {};
    const uint32_t dozed = Tell(ShortTrips(1), ScriptOptions::ALL_DOZE, AnyTurn, none).wakes;
    const uint32_t woken = Tell(ShortTrips(1), ScriptOptions::NONE_DOZE, AnyTurn, none).wakes;
    EXPECT_GT(woken, 2U * 110); // packets
    EXPECT_LT(dozed, 60U);
}

// A packet asks for a wake-up 4 us later. The interval of probes is 7 us, and the first timeout 8
// us without linear retries. So which wake-up comes next depends on the order of an instant.
// Clauses: [tail-probe]
TEST(Doze, NeverBeginsWhereATimeoutIsShorterThanTheIntervalOfProbes)
{
    const Trouble marks = [](PacketScript& script, uint64_t seed) {
        MeetSome(script, seed, 50, PacketFate::MARK);
    };
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        ScriptOptions options = ShortTrips(seed);
        options.qp.timeoutExponent = 2;
        options.qp.linearRetries = 0;
        const Story all = Tell(options, ScriptOptions::ALL_DOZE, TurnTiedByTimeout, marks);
        const Story none = Tell(options, ScriptOptions::NONE_DOZE, TurnTiedByTimeout, marks);
        EXPECT_EQ(all.packets, none.packets) << seed;
        EXPECT_EQ(all.wakes, none.wakes) << seed;
    }
}

INSTANTIATE_TEST_SUITE_P(Transport, Doze, ::testing::ValuesIn(DOZE_CASES), [](const auto& info) {
    return std::string(info.param.name);
});

} // namespace
