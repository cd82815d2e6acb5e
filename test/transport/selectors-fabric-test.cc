/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Every selector over paths that die, mark, trim and come back: nothing hangs, nothing is lost.

#include "../mrc-sanitized.h"
#include "packet-script.h"
#include "selections.h"

#include "ns3/mrc-hash.h"

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** The state of the paths of a fabric in the course of a run. */
class Weather
{
  public:
    explicit Weather(uint64_t key)
        : m_draws(key)
    {
    }

    /** @return the fate of a packet: half of the paths are dead until 4 ms, others mark, trim
     */
    PacketFate Of(const Sighting& s)
    {
        const uint32_t path = s.packet.ev.Plane() * 4U + s.packet.ev.Uplink() % 4;
        const uint64_t kind = m_draws.Below(8, path);
        const bool data = IsWrite(s.packet.bth.opcode);
        if (kind < 4 && s.at < Instant() + Micros(4000))
        {
            return s.from == A ? PacketFate::DROP : PacketFate::DELIVER;
        }
        if (kind == 4 && data && m_draws.Below(4, 100 + m_drawn++) == 0)
        {
            return PacketFate::TRIM;
        }
        return kind == 5 && data ? PacketFate::MARK : PacketFate::DELIVER;
    }

  private:
    KeyedDraws m_draws;
    uint64_t m_drawn{0};
};

// Clauses: [other-selectors]
TEST(SelectorsProperty, NothingHangsOverDeadPaths)
{
    for (PathSelection selection : ALL_SELECTIONS)
    {
        for (uint64_t key = 1; key <= test::Times(12, 3); ++key)
        {
            SCOPED_TRACE(testing::Message() << "selector " << +selection << ", key " << key);
            ScriptOptions options;
            options.key = key;
            options.ev.selector = selection;
            options.activeEvs = key % 2 == 0 ? 16 : 4;
            options.backupEvs = key % 3 == 0 ? 0 : 16;
            PacketScript script(options);
            Weather weather(key);
            for (int i = 0; i < 6; ++i)
            {
                script.PostAt(Micros(200 * i), A, 200 * KB);
            }
            script.PostAt(Micros(30000), A, MB); // the weather has cleared up
            script.AddRule([&weather](const Sighting& s) { return weather.Of(s); });
            EXPECT_TRUE(script.Run());

            script.ExpectAllDone();
        }
    }
}

TEST(SelectorsProperty, PortsComeAndGo)
{
    for (PathSelection selection : ALL_SELECTIONS)
    {
        SCOPED_TRACE(static_cast<int>(selection));
        ScriptOptions options;
        options.ev.selector = selection;
        PacketScript script(options);
        script.PostAt(Micros(0), A, 4 * MB);
        script.PortsAt(Micros(20), A, 0b01);
        script.PortsAt(Micros(60), A, 0b10);
        script.PortsAt(Micros(100), A, 0b00);
        script.PortsAt(Micros(140), A, 0b11);
        script.PortsAt(Micros(180), B, 0b10);
        EXPECT_TRUE(script.Run());

        script.ExpectAllDone(); // a single path too learns that the peer's port is down
    }
}

} // namespace
