/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/integer.h"
#include "ns3/mrc-attribute-text.h"
#include "ns3/mrc-expected-text.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-number-text.h"
#include "ns3/mrc-object-text.h"
#include "ns3/mrc-program-options.h"
#include "ns3/nstime.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/scheduler.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

TEST(NumberTextTest, ReadsWholeNumbers)
{
    EXPECT_EQ(ReadWhole("0"), 0U);
    EXPECT_EQ(ReadWhole("007"), 7U);
    EXPECT_EQ(ReadWhole("18446744073709551615"), 18446744073709551615U);
    for (const char* wrong :
         {"", "18446744073709551616", "-1", "+1", " 1", "1 ", "1x", "0x1", "1."})
    {
        EXPECT_EQ(ReadWhole(wrong), std::nullopt) << "'" << wrong << "'";
    }
}

TEST(NumberTextTest, ReadsRealNumbers)
{
    EXPECT_EQ(ReadReal("0"), 0);
    EXPECT_EQ(ReadReal("-2.5e-1"), -0.25);
    EXPECT_EQ(ReadReal("+.5"), 0.5);
    for (const char* wrong : {"", "nan", "inf", "1e999", "1e", "e1", ".", "0x1", " 1", "1 ", "1-2"})
    {
        EXPECT_EQ(ReadReal(wrong), std::nullopt) << "'" << wrong << "'";
    }
}

TEST(ExpectedTextTest, TakesTimesThatAreNotNegativeWithTheirUnit)
{
    for (const char* right : {"5ms", "2.5us", "7ns", "3000ps", "2s", "1e3us", "0", "0.0", "1min"})
    {
        EXPECT_EQ(ExpectedTime(right), "") << right;
    }
    for (const char* wrong :
         {"", "5", "ms", "5 parsecs", "5 ms", "-1ms", "1e30s", "2e9s", "5msx", "nan s", "5."})
    {
        EXPECT_NE(ExpectedTime(wrong), "") << "'" << wrong << "'";
    }
}

TEST(ProgramOptionsTest, ReadsTimes)
{
    Time time = MilliSeconds(7);
    ProgramOptions options("test");
    options.AddValue("time", "A time", time);
    const auto read = [&](std::string word) {
        char program[] = "test";
        char* words[] = {program, word.data()};
        options.Parse(2, words);
        return time;
    };
    EXPECT_EQ(read("--time=5ms"), MilliSeconds(5));
    EXPECT_EQ(read("--time=2.5us"), NanoSeconds(2500));
    EXPECT_EQ(read("--time=3000ps"), NanoSeconds(3));
    EXPECT_EQ(read("--time=0"), Time(0));
    EXPECT_THROW(read("--time=5"), std::invalid_argument);
}

// Clauses: [several-threads]
TEST(ProgramOptionsTest, ThreadsAreTheDefaultOfTheAttribute)
{
    const auto threads = [](std::string word) {
        ProgramOptions options("test");
        options.AddThreads();
        char program[] = "test";
        char* words[] = {program, word.data()};
        options.Parse(2, words);
        UintegerValue value;
        CreateObject<FabricProfile>()->GetAttribute("Threads", value);
        Config::Reset();
        return value.Get();
    };
    EXPECT_EQ(threads("--threads=3"), 3U);
    EXPECT_EQ(threads("--threads=64"), 64U);
    EXPECT_EQ(threads("--threads=auto"), 0U);
    EXPECT_EQ(threads("--RngRun=1"), 1U) << "the default is left alone";
    for (const char* wrong : {"", "65", "-1", "1e9", "two", "Auto", "2x", "1.5"})
    {
        const std::string word = std::string("--threads=") + wrong;
        const std::string said = test::ThrownText<std::invalid_argument>([&] { threads(word); });
        EXPECT_EQ(said, word + "; expected auto, or 0 .. 64");
    }
}

TEST(AttributeTextTest, KnowsWhatNs3CanRead)
{
    struct Row
    {
        Ptr<const AttributeChecker> checker;
        std::vector<std::string> right;
        std::vector<std::string> wrong;
    };

    const Row rows[] = {
        {MakeUintegerChecker<uint16_t>(3, 5), {"3", "5"}, {"2", "6", "-4", "4x", "", "4 ", "four"}},
        {MakeIntegerChecker<int8_t>(-3, 5), {"-3", "0", "5"}, {"-4", "6", "--1", "-", "1x", ""}},
        {MakeDoubleChecker<double>(0, 1),
         {"0", "1", "1e-9"},
         {"-1e-9", "1.1", "nan", "1x", "", "1 "}},
        {MakeTimeChecker(Time(0), Seconds(2)),
         {"0", "0s", "2s", "2", "1e3ms", "0.00000005y", "5fs", "2000000000ns"},
         {"3s",
          "-1ns",
          "2000000001ns",
          "1 s",
          "1parsec",
          "s",
          "",
          "1e300s",
          "5msx",
          "nans",
          "1e18y"}},
        {MakeEnumChecker(1, "One", 11, "Eleven"), {"One", "Eleven"}, {"", "1", "on", "One|Eleven"}},
        {MakeBooleanChecker(), {"true", "false"}, {"", "maybe", "true "}},
        {MakeDataRateChecker(), {"10Gbps", "5Mb/s"}, {"", "fast", "10 Gbps", "10Gbpsx"}},
        {MakePointerChecker<Scheduler>(),
         {"ns3::MapScheduler"},
         {"", "none", "ns3::Scheduler", "ns3::Foo[a=b]"}},
        {MakePointerChecker<RandomVariableStream>(),
         {"ns3::ConstantRandomVariable", "ns3::ConstantRandomVariable[Constant=1]"},
         {"ns3::SequentialRandomVariable[Increment=ns3::ConstantRandomVariable[Constant=1]]",
          "ns3::ConstantRandomVariable[Constant=1",
          "ns3::ConstantRandomVariable[Constant=one]",
          "ns3::ConstantRandomVariable[Constant=1]x"}},
        {MakeStringChecker(),
         {"", "two words", "none[x]", "ns3::ConstantRandomVariable[Constant=1]"},
         {"ns3::ConstantRandomVariable[Constant=one]"}},
    };
    for (const Row& row : rows)
    {
        const std::string type = row.checker->GetValueTypeName();
        for (const std::string& text : row.right)
        {
            EXPECT_TRUE(IsValidText(text, *row.checker)) << type << " '" << text << "'";
        }
        for (const std::string& text : row.wrong)
        {
            EXPECT_FALSE(IsValidText(text, *row.checker)) << type << " '" << text << "'";
        }
    }
}

// ns-3 would leave out the attribute that is out of range, and end the program at most others.
TEST(ObjectTextTest, NamesTheAttributeInBracketsThatIsWrong)
{
    const std::string plb = "ns3::mrc::PlbFactory";
    const std::pair<const char*, const char*> rows[] = {
        {"[]", ""},
        {"[Round=10us]", ""},
        {"[RehashRounds=6|Round=10us]", ""},
        {"[RehashRounds=0]", "as RehashRounds in brackets ns3::UintegerValue uint32_t 1:65536: "},
        {"[Round=10us|CongestedShare=two]", "as CongestedShare in brackets ns3::DoubleValue "},
        {"[Round=]", "as Round in brackets ns3::TimeValue "},
        {"[Rounds=1us]",
         "in the place of 'Rounds=1us' Attribute=value, with an attribute that "
         "--PrintAttributes=ns3::mrc::PlbFactory lists (did you mean 'Round'?)"},
        {"[Round]", "in the place of 'Round' Attribute=value"},
        {"[Round=1us||RehashRounds=6]", "in the place of '' Attribute=value"},
        {"[Round=1us", "ns3::mrc::PlbFactory[Attribute=value|Attribute=value], with no other"},
        {"[Round=1us]]", "ns3::mrc::PlbFactory[Attribute=value|Attribute=value], with no other"},
    };
    for (const auto& [brackets, expected] : rows)
    {
        const std::string found = ExpectedInBrackets(plb + brackets);
        EXPECT_EQ(found.substr(0, std::string(expected).size()), expected) << brackets;
        EXPECT_EQ(found.empty(), *expected == '\0') << found;
    }
    EXPECT_EQ(ExpectedInBrackets(plb), "");
    EXPECT_EQ(ExpectedInBrackets("ns3::mrc::None[Round=x]"), "");
}

TEST(ObjectTextTest, IsJudgedInTheAttributesOfProfiles)
{
    FabricHelper helper;
    const auto set = [&helper](const std::string& name, const std::string& text) {
        (name == "Transport" ? helper.SetQpAttribute(name, StringValue(text))
                             : helper.SetEvAttribute(name, StringValue(text)));
    };
    set("SelectorFactory", "ns3::mrc::FlowletFactory[Gap=1us]");
    EXPECT_THROW(set("SelectorFactory", "ns3::mrc::FlowletFactory[Gap=1parsec]"),
                 std::invalid_argument);
    set("Transport", "ns3::mrc::RoceTransport[Recovery=SelectiveRepeat]");
    EXPECT_THROW(set("Transport", "ns3::mrc::RoceTransport[Recovery=None]"), std::invalid_argument);
}

TEST(AttributeTextTest, NamesTypeAndRange)
{
    EXPECT_EQ(TypeAndRange(*MakeUintegerChecker<uint16_t>(3, 5)),
              "ns3::UintegerValue uint16_t 3:5");
    EXPECT_EQ(TypeAndRange(*MakeTimeChecker(Time(0), Seconds(1))),
              "ns3::TimeValue Time +0ns:+1e+09ns");
}

} // namespace
} // namespace mrc
} // namespace ns3
