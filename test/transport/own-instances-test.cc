/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The events that a user's own controller and selector hear, as seen from the senders of the
// events.

#include "path-deal.h"

#include "ns3/mrc-path-selector.h"
#include "ns3/mrc-rate-controller.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

/** Writes down the events that the controller hears of. */
struct Diary : CustomController
{
    Diary(const ControllerSetup& setup, std::string& text)
        : CustomController(setup),
          heard(text)
    {
        heard += "made " + std::to_string(static_cast<int>(setup.maxWindow));
    }

    void OnAck(const AckEvent& event) override
    {
        heard += ", ack " + std::to_string(event.bytes);
        SetWindow(Window() - 1000);
    }

    void OnCongestion(const CongestionEvent& event) override
    {
        heard += ", trim " + std::to_string(event.bytes);
    }

    void OnLoss(const LossEvent& event) override
    {
        heard += ", loss " + std::to_string(event.bytes);
    }

    void Restore(int64_t bytes) override
    {
        heard += ", restore " + std::to_string(bytes);
    }

    void LimitWindow(double part) override
    {
        heard += ", limit " + std::to_string(part);
    }

    void OnShorterBaseRtt(Span baseRtt) override
    {
        heard += ", RTT " + std::to_string(baseRtt.Ps());
    }

    std::string& heard;
};

TEST(OwnInstance, OfAControllerHearsWhatBuiltInOnesHear)
{
    std::string heard;
    CcConfig config;
    config.maxWindow = 50000;
    config.custom = std::make_shared<const ControllerMaker>(
        [&heard](const ControllerSetup& setup) { return std::make_unique<Diary>(setup, heard); });
    RateController rate(config, {Micros(10), 100000000000, 4096, true});
    EXPECT_EQ(rate.Window(), 50000);
    AckEvent ack{};
    ack.bytes = 4096;
    rate.OnAck(ack);
    EXPECT_EQ(rate.Window(), 49000);
    EXPECT_EQ(rate.MaxWindow(), 50000);
    CongestionEvent trim{};
    trim.bytes = 2048;
    rate.OnCongestion(trim);
    rate.OnLoss({1024});
    rate.Restore(512);
    rate.Tell([](auto& algorithm) { algorithm.LimitWindow(0.5); });
    rate.OnShorterBaseRtt(Micros(2));
    EXPECT_EQ(heard,
              "made 50000, ack 4096, trim 2048, loss 1024, restore 512, limit 0.500000, "
              "RTT 2000000");
}

/** Takes the last EV, and writes down the feedback that the selector hears. */
struct Last : CustomSelector
{
    explicit Last(std::string& text)
        : heard(text)
    {
    }

    uint32_t Choose(const PathSeats& paths, PlaneId plane, Instant) override
    {
        return paths.Usable(plane) - 1;
    }

    void OnFeedback(Ev, PathFeedback feedback, Instant now) override
    {
        heard += std::to_string(static_cast<unsigned>(feedback)) + " at " +
                 std::to_string(now.Ps()) + ", ";
    }

    std::string& heard;
};

TEST(OwnInstance, OfASelectorHearsWhatBuiltInOnesHear)
{
    std::string heard;
    const SelectorMaker maker = [&heard](KeyedDraws) { return std::make_unique<Last>(heard); };
    PathTable table(test::Config(4, 0), test::Deal(1, 4));
    PathSelector selector(PATH_SELECTION_MRC, KeyedDraws(7), &maker);
    const Path* path = selector.Next(table, 0, test::At(Micros(1)));
    EXPECT_EQ(path, &table.At(0, 3));
    selector.OnFeedback(table, path->ev, PathFeedback::MARKED, test::At(Micros(2)));
    selector.OnFeedback(table, path->ev, PathFeedback::CLEAN, test::At(Micros(3)));
    EXPECT_EQ(heard, "1 at 2000000, 0 at 3000000, ");
    EXPECT_EQ(selector.Next(table, 0, test::At(Micros(4))),
              path); // a SKIP is the selector's matter
}

} // namespace
} // namespace mrc
} // namespace ns3
