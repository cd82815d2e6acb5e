/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// EVs that a profile names: how they are written, the rules for them, and their use.

#include "../mrc-test-topology.h"

#include "ns3/mrc-ev-check.h"
#include "ns3/mrc-ev-list.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-path-table.h"
#include "ns3/mrc-reverse-paths.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace
{

using Values = std::vector<uint32_t>;

// Clauses: [ev-modes]
TEST(EvList, ReadsPortsAndValues)
{
    const EvList list = EvList::Read("1:3, 2:0x10-0x12,1:1 ,2-3:7");
    EXPECT_EQ(list.planes[0], (Values{3, 1}));
    EXPECT_EQ(list.planes[1], (Values{16, 17, 18, 7}));
    EXPECT_EQ(list.planes[2], (Values{7}));
    EXPECT_TRUE(list.planes[3].empty());
    EXPECT_EQ(EvList::Read("1-8:0-8191").planes[7].size(), 8192U);
    EXPECT_EQ(EvList::Read("1:0x1fffffff").planes[0], (Values{0x1fffffff}));
}

// Clauses: [ev-modes]
TEST(EvList, GeneratesWhatFieldsCanBe)
{
    struct Case
    {
        const char* fields;
        Values values;
    };

    const Case cases[] = {
        {"2:0:0:3:3", {0, 1, 2, 3}},
        {"2:0:1:2:3", {1, 2}},
        {"4:8:0:3:7", {8, 9, 10, 11}},                // a fixed bit above generated ones
        {"4:0:0:15:5", {0, 1, 4, 5}},                 // two bits are generated
        {"4:9:0:0:0", {9}},                           // all fixed
        {"2:0:0:1:3, 3:0:0:2:7", {0, 1, 4, 5, 8, 9}}, // the first field in the lowest bits
        {"8:0x20:0:1:0xf,1:0:0:1:1", {32, 33, 288, 289}},
    };
    for (const Case& c : cases)
    {
        const EvList list = EvList::Generate(c.fields);
        EXPECT_EQ(list.planes[0], c.values) << c.fields;
        EXPECT_EQ(list.planes[7], c.values) << c.fields;
    }
}

/** @return the words about a text, empty if it is taken */
template <class Function>
std::string
Refusal(Function function, const std::string& text)
{
    try
    {
        function(text);
        return "";
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
}

// Clauses: [ev-modes]
TEST(EvList, RefusesWithTheItemAndWhatWasExpected)
{
    const char* const pair = "expected PORT:VALUE";
    const std::pair<const char*, const char*> lists[] = {
        {"", pair},
        {"1", pair},
        {"1:2:3", pair},
        {"0:1", pair},
        {"9:1", pair},
        {"1-9:1", pair},
        {"2-1:1", pair},
        {"1:x", pair},
        {"1:-1", pair},
        {"1:3-1", pair},
        {"1:4294967296", pair},
        {"1:1,", pair},
        {"1:0x20000000", "values of at most 29 bits"},
        {"1:0-8192", "at most 8192 values of a port"},
        {"1:0-8191, 1:1", "at most 8192 values of a port"},
    };
    for (const auto& [text, expected] : lists)
    {
        const std::string refusal = Refusal(EvList::Read, text);
        EXPECT_NE(refusal.find(expected), std::string::npos) << text << ": " << refusal;
    }
    const char* const five = "expected WIDTH:INIT:MIN:MAX:MASK";
    const std::pair<const char*, const char*> fields[] = {
        {"", five},
        {"4:0:0:15", five},
        {"4:0:0:15:f", five},
        {"0:0:0:0:0", "a width of 1 .. 29"},
        {"30:0:0:0:0", "a width of 1 .. 29"},
        {"4:0:0:16:15", "of 4 bits"},
        {"4:16:0:1:1", "of 4 bits"},
        {"4:0:3:2:15", "of 4 bits"},
        {"4:0:1:15:0", "a value in MIN .. MAX without bits outside MASK"},
        {"15:0:0:1:1, 15:0:0:1:1", "fields of at most 29 bits together"},
        {"20:0:0:65536:1", "MIN and MAX at most 65535 apart"},
        {"7:0:0:127:127, 7:0:0:64:127", "fields that make at most 8192 values"},
    };
    for (const auto& [text, expected] : fields)
    {
        const std::string refusal = Refusal(EvList::Generate, text);
        EXPECT_NE(refusal.find(expected), std::string::npos) << text << ": " << refusal;
    }
}

/** @return a profile of a list in a mode */
Ptr<EvProfile>
Profile(const char* mode, const char* attribute, const std::string& text)
{
    Ptr<EvProfile> profile = CreateObject<EvProfile>();
    profile->SetAttribute("Mode", StringValue(mode));
    profile->SetAttribute(attribute, StringValue(text));
    return profile;
}

// Clauses: [ev-modes], [ev-sets]
TEST(EvList, FitsTheFabric)
{
    struct Case
    {
        const char* mode;
        const char* text;
        const char* refusal; //!< empty: the text fits two planes of four uplinks
    };

    const Case cases[] = {
        {"Explicit", "1-2:0-3", ""},
        {"Explicit", "1:0,2:3", ""},
        {"Explicit", "1-3:0-3", "Evs has EVs on port 3; expected ports 1 .. 2"},
        {"Explicit", "1-2:0-4", "Evs has EV 4 on port 1; expected T0 uplinks 0 .. 3"},
        {"Explicit", "1:0-3,2:0-2", "Evs has 3 EVs on port 2; expected 4 as on port 1"},
        {"Explicit", "1:0-3", "Evs has 0 EVs on port 2; expected 4 as on port 1"},
        {"Explicit", "2:0-3", "Evs has 0 EVs on port 1; expected at least one"},
        {"Explicit", "1-2:0-3,1-2:2", "Evs has EV 2 on port 1 twice; expected each once"},
        {"Generated", "2:0:0:3:3", ""},
        {"Generated", "3:0:0:4:7", "Fields has EV 4 on port 1; expected T0 uplinks 0 .. 3"},
    };
    for (const Case& c : cases)
    {
        const bool list = c.mode == std::string("Explicit");
        const auto check = [&](const std::string& text) {
            CheckEvs(test::SmallFabric(8, 4, 4, 2),
                     Profile(c.mode, list ? "Evs" : "Fields", text)->Get());
        };
        const std::string refusal = Refusal(check, c.text);
        const std::string expected =
            *c.refusal == 0 ? "" : std::string("ns3::mrc::EvProfile::") + c.refusal;
        EXPECT_EQ(refusal.substr(0, expected.size()), expected) << c.text;
        EXPECT_EQ(refusal.empty(), expected.empty()) << c.text << ": " << refusal;
    }
}

// Clauses: [ev-floor-scope]
TEST(EvList, MinActiveNeedsSoMany)
{
    const Ptr<EvProfile> profile = Profile("Explicit", "Evs", "1-2:0-3");
    const auto check = [&profile](const std::string&) {
        CheckEvs(test::SmallFabric(8, 4, 4, 2), profile->Get());
    };
    profile->SetAttribute("MinActive", StringValue("8"));
    EXPECT_EQ(Refusal(check, ""), "");
    profile->SetAttribute("MinActive", StringValue("9"));
    EXPECT_EQ(Refusal(check, ""),
              "ns3::mrc::EvProfile::MinActive = 9 with the 8 EVs of Evs; expected at most as many");
}

// Clauses: [ev-modes]
TEST(EvList, QueuePairsShareItAndDealFromIt)
{
    const Ptr<EvProfile> profile = Profile("Explicit", "Evs", "1:0-5,2:2-7");
    profile->SetAttribute("Active", StringValue("8"));
    const EvConfig config = profile->Get();
    EXPECT_EQ(config.list, profile->Get().list);
    PathTable table(config, {2, 8, Micros(6), KeyedDraws(1)});
    PathTable other(config, {2, 8, Micros(6), KeyedDraws(2)});
    EXPECT_EQ(table.Active(), 4U);
    std::set<uint32_t> evs;
    bool same = true;
    for (uint32_t i = 0; i < 12; ++i)
    {
        evs.insert(table.All()[i].ev.value);
        EXPECT_EQ(table.InRotation(table.All()[i]), i % 6 < 4);
        same = same && table.All()[i].ev == other.All()[i].ev;
    }
    EXPECT_FALSE(same); // each queue pair in an order of its own
    std::set<uint32_t> expected;
    for (uint32_t i = 0; i < 6; ++i)
    {
        expected.insert(Ev::Of(0, i).value);
        expected.insert(Ev::Of(1, i + 2).value);
    }
    EXPECT_EQ(evs, expected);
    profile->SetAttribute("Evs", StringValue("1:0,2:0"));
    EXPECT_EQ(profile->Get().list->planes[0].size(), 1U);
    PathTable narrow(profile->Get(), {2, 8, Micros(6), KeyedDraws(1)});
    EXPECT_EQ(narrow.Active(), 1U); // as many as there are
}

TEST(EvList, AcknowledgementsKeepToItAndToTheDenylist)
{
    const EvList list = EvList::Read("1:1-3,2:5");
    for (uint64_t key = 1; key <= 40; ++key)
    {
        ReversePaths reverse(8, Micros(6), KeyedDraws(key), &list);
        EXPECT_GE(reverse.Of(0).Uplink(), 1U);
        EXPECT_LE(reverse.Of(0).Uplink(), 3U);
        EXPECT_EQ(reverse.Of(1), Ev::Of(1, 5));
        reverse.Administer(Ev::Of(0, 1), PathOrder::DENY);
        reverse.Administer(Ev::Of(0, 3), PathOrder::DENY);
        EXPECT_EQ(reverse.Of(0), Ev::Of(0, 2));
        EXPECT_EQ(reverse.TakeProbe(0, Instant()), Ev::Of(0, 2));
        reverse.Refresh(Ev::Of(0, 9)); // the path of 1
        EXPECT_EQ(reverse.Of(0), Ev::Of(0, 2));
        reverse.Administer(Ev::Of(0, 1), PathOrder::ALLOW);
        reverse.Refresh(Ev::Of(0, 9));
        EXPECT_EQ(reverse.Of(0), Ev::Of(0, 9));
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
