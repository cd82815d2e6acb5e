/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A queue pair that sends a few packets finds their EVs without a table, and the same ones.

#include "path-deal.h"

#include "ns3/mrc-sprayer.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** So many packets need no table. */
constexpr int FEW_PACKETS = 32;

/** Writes down which EV got which state when. */
class TransitionLog : public QueuePairUser
{
  public:
    void PathChanged(const PathTransition& t) override
    {
        std::ostringstream line;
        line << (t.at - Instant()).Ps() << ' ' << t.ev.value << ' ' << t.from << ' ' << t.to << ' '
             << t.cause << '\n';
        text += line.str();
    }

    std::string text;
};

/** A sprayer, and the log of its user. */
class Logged
{
  public:
    Logged(const EvConfig& config, PathDeal deal)
        : m_watch{&m_log},
          m_sprayer(config, Watched(deal, m_watch))
    {
    }

    Sprayer& Paths()
    {
        return m_sprayer;
    }

    const std::string& Text() const
    {
        return m_log.text;
    }

  private:
    static PathDeal Watched(PathDeal deal, const QueuePairWatch& watch)
    {
        deal.watch = &watch;
        return deal;
    }

    TransitionLog m_log;
    QueuePairWatch m_watch;
    Sprayer m_sprayer;
};

/** Two sprayers to which the same happens; one has a table from the start. */
class Twins
{
  public:
    Twins(const EvConfig& config, uint64_t key)
        : m_config(config),
          m_lazy(m_config, Deal(8, 32, key)),
          m_eager(m_config, Deal(8, 32, key))
    {
        m_eager.Paths().Table();
    }

    Sprayer& Lazy()
    {
        return m_lazy.Paths();
    }

    /** Does the same to both. @return the result of the one without a table */
    template <class Deed>
    auto Both(Deed deed)
    {
        const auto eager = deed(m_eager.Paths());
        const auto lazy = deed(m_lazy.Paths());
        EXPECT_EQ(lazy, eager);
        return lazy;
    }

    /** Draws the EV of a packet from both. */
    Ev Draw(PlaneMask ports, Instant now)
    {
        return Both([=](Sprayer& s) { return s.Next(ports, now).value_or(Ev()); });
    }

    /** Both hear of a path. */
    void Feed(Ev ev, PathFeedback feedback, Instant now)
    {
        Both([=](Sprayer& s) {
            s.OnFeedback(ev, feedback, now);
            return 0;
        });
    }

    /** Both rest; the one without a table rests so, too. */
    void Rest(Instant now)
    {
        m_eager.Paths().Rest(now);
        m_eager.Paths().Table();
        m_lazy.Paths().Rest(now);
    }

    /** Users were told the same, and tables are the same. */
    void Compare()
    {
        EXPECT_EQ(m_lazy.Text(), m_eager.Text());
        const std::vector<Path>& lazy = m_lazy.Paths().Table().All();
        const std::vector<Path>& eager = m_eager.Paths().Table().All();
        ASSERT_EQ(lazy.size(), eager.size());
        for (size_t i = 0; i < lazy.size(); ++i)
        {
            ASSERT_EQ(lazy[i].ev, eager[i].ev) << i;
            ASSERT_EQ(lazy[i].state, eager[i].state) << i;
        }
    }

    /** @return the lines of the one without a table */
    size_t Told() const
    {
        return m_lazy.Text().size();
    }

  private:
    EvConfig m_config;
    Logged m_lazy;
    Logged m_eager;
};

constexpr PlaneMask FREE_PLANES[] = {0xff, 0xff, 0x0f, 0xa0, 0xff, 0x81, 0};

// Clauses: [rotation-order] [ev-deal]
TEST(UndealtPaths, AreThoseOfATable)
{
    for (uint64_t key = 0; key < 50; ++key)
    {
        Twins twins(EvConfig(), key);
        for (int i = 0; i < 300; ++i)
        {
            twins.Draw(FREE_PLANES[i % 7], At(Nanos(100 * i)));
            if (i == 10)
            {
                EXPECT_FALSE(twins.Lazy().HasTable());
            }
        }
        twins.Compare();
    }
}

/** @return the default, or a few EVs that are skipped for long, so that walks meet them */
EvConfig
SkippingConfig(uint64_t key)
{
    EvConfig config;
    if (key % 2 == 1)
    {
        config.active = 16;
        config.backup = 8;
        config.skipTurns = static_cast<uint8_t>(key % 5);
    }
    return config;
}

// Clauses: [skip-length] [mark-skips] [trim-skips]
TEST(UndealtPaths, SkipsAreThoseOfATable)
{
    constexpr PathFeedback NEWS[] = {PathFeedback::MARKED,
                                     PathFeedback::TRIMMED,
                                     PathFeedback::LATE,
                                     PathFeedback::CLEAN};
    size_t without = 0;
    size_t told = 0;
    for (uint64_t key = 0; key < 200; ++key)
    {
        const KeyedDraws draws(key);
        Twins twins(SkippingConfig(key), key);
        std::vector<Ev> drawn{Ev::Of(2, 5000)}; // an EV of somebody else
        Instant now;
        for (uint32_t i = 0; i < 28; ++i)
        {
            now = now + Nanos(draws.Below(key % 3 == 0 ? 3000 : 300, 4 * i));
            drawn.push_back(twins.Draw(FREE_PLANES[i % 6], now));
            if (draws.Below(3, 4 * i + 1) == 0)
            {
                const Ev ev = drawn[draws.Below(drawn.size(), 4 * i + 2)];
                twins.Feed(ev, NEWS[draws.Below(4, 4 * i + 3)], now);
            }
            if (key % 4 == 0 && i == 20)
            {
                twins.Rest(now);
            }
        }
        without += twins.Lazy().HasTable() ? 0 : 1;
        told += twins.Told();
        twins.Compare();
    }
    EXPECT_GT(without, 60U);
    EXPECT_LT(without, 200U);
    EXPECT_GT(told, 20000U);
}

TEST(UndealtPaths, ALapseGivesBackItsRoom)
{
    Twins twins(EvConfig(), 4);
    std::vector<Ev> drawn;
    for (int i = 0; i < 8; ++i)
    {
        drawn.push_back(twins.Draw(0xff, At(Nanos(100 * i))));
        twins.Feed(drawn.back(), PathFeedback::MARKED, At(Nanos(100 * i)));
    }
    EXPECT_FALSE(twins.Lazy().HasTable());
    twins.Rest(At(RTT * 3));
    for (int i = 0; i < 8; ++i)
    {
        twins.Feed(twins.Draw(0xff, At(RTT * 4)), PathFeedback::MARKED, At(RTT * 4));
    }
    EXPECT_FALSE(twins.Lazy().HasTable());
    twins.Feed(drawn[0], PathFeedback::MARKED, At(RTT * 4));
    EXPECT_TRUE(twins.Lazy().HasTable()) << "nine are too many";
    twins.Compare();
}

TEST(UndealtPaths, ExchangesTakeATable)
{
    EvConfig config;
    config.skipsToExchange = 2;
    Twins twins(config, 5);
    const Ev ev = twins.Draw(0xff, At(RTT));
    EXPECT_FALSE(twins.Lazy().HasTable());
    twins.Feed(ev, PathFeedback::MARKED, At(RTT));
    EXPECT_TRUE(twins.Lazy().HasTable());
}

TEST(UndealtPaths, ALossTakesATable)
{
    Twins twins(EvConfig(), 6);
    const Ev marked = twins.Draw(0xff, At(RTT));
    twins.Feed(marked, PathFeedback::MARKED, At(RTT));
    const Ev lost = twins.Draw(0xff, At(RTT));
    twins.Both([lost](Sprayer& s) { return s.OnLoss(lost, PathCause::GAP, At(RTT)); });
    EXPECT_TRUE(twins.Lazy().HasTable());
    for (int i = 0; i < 100; ++i)
    {
        twins.Draw(0xff, At(RTT));
    }
    twins.Compare();
}

TEST(UndealtPaths, ManyTakeATable)
{
    Twins twins(EvConfig(), 1);
    for (int i = 0; i < FEW_PACKETS; ++i)
    {
        twins.Draw(0, At(RTT)); // finds none, and does not count
        twins.Draw(0xff, At(RTT));
    }
    EXPECT_FALSE(twins.Lazy().HasTable());
    twins.Draw(0xff, At(RTT));
    EXPECT_TRUE(twins.Lazy().HasTable());
    twins.Rest(At(RTT));
    EXPECT_FALSE(twins.Lazy().HasTable());
    for (int i = 0; i < FEW_PACKETS; ++i)
    {
        twins.Draw(0xff, At(RTT));
    }
    EXPECT_FALSE(twins.Lazy().HasTable()) << "after a rest they count anew";
}

TEST(UndealtPaths, GoodNewsTakesNoTable)
{
    Twins twins(EvConfig(), 2);
    const Ev ev = twins.Draw(0xff, At(RTT));
    twins.Feed(ev, PathFeedback::CLEAN, At(RTT));
    EXPECT_TRUE(twins.Both([ev](Sprayer& s) { return s.MayUse(ev); }));
    EXPECT_FALSE(twins.Both([](Sprayer& s) { return s.MayUse(Ev::Of(3, 5000)); }));
    twins.Both([ev](Sprayer& s) { return s.PathOf(ev); });
    twins.Both([ev](Sprayer& s) { return s.NextOther(0xff, ev, PathStrikes(), At(RTT)).value(); });
    twins.Both([ev](Sprayer& s) {
        s.OnPathAnswered(ev, At(RTT));
        return s.InTurn();
    });
    EXPECT_FALSE(twins.Lazy().HasTable());
    twins.Both([](Sprayer& s) { return s.SetLocalUp(0xf7); });
    EXPECT_FALSE(twins.Both([](Sprayer& s) { return s.MayUse(Ev::Of(3, 0)); }));
    EXPECT_FALSE(twins.Lazy().HasTable());
}

// Clauses: [silent-plane]
TEST(UndealtPaths, ASilentPlaneIsLeftAllTheSame)
{
    for (int packets = 1; packets < 20; ++packets)
    {
        Twins twins(EvConfig(), static_cast<uint64_t>(packets));
        for (int i = 0; i < packets; ++i)
        {
            twins.Draw(0xff, At(Micros(i)));
        }
        twins.Both([](Sprayer& s) {
            s.Health().OnAnswered(0xfe, At(Micros(4000)), At(Micros(4000)));
            return 0;
        });
        for (int i = 0; i < 40; ++i)
        {
            twins.Draw(0xff, At(Micros(4000 + 100 * i)));
            twins.Both([](Sprayer& s) { return s.InTurn(); });
        }
    }
}

TEST(UndealtPaths, OtherSelectorsHaveTablesAtOnce)
{
    EvConfig config;
    config.selector = PATH_SELECTION_RANDOM;
    Twins twins(config, 3);
    twins.Draw(0xff, At(RTT));
    EXPECT_TRUE(twins.Lazy().HasTable());
}

} // namespace
