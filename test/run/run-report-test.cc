/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-distribution.h"
#include "ns3/mrc-flow-statistics.h"
#include "ns3/mrc-flow-table.h"
#include "ns3/mrc-output-file.h"
#include "ns3/mrc-progress.h"
#include "ns3/mrc-run-summary.h"
#include "ns3/mrc-stall-watch.h"
#include "ns3/mrc-workload-run.h"

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

TEST(DistributionTest, QuantilesByNearestRank)
{
    struct Row
    {
        int count; // the values are 1 .. count, in falling order
        double share;
        double expected;
    };

    const Row rows[] = {
        {1, 0, 1},
        {1, 0.5, 1},
        {1, 1, 1},
        {2, 0.5, 1},
        {2, 0.51, 2},
        {4, 0.5, 2},
        {5, 0.5, 3},
        {100, 0.99, 99},
        {100, 0.991, 100},
        {101, 0.99, 100},
        {1000, 0.999, 999},
        {1000, 1, 1000},
        {3200, 0.99, 3168},
    };
    for (const Row& row : rows)
    {
        Distribution values;
        for (int i = row.count; i > 0; --i)
        {
            values.Add(i);
        }
        EXPECT_EQ(values.Quantile(row.share), row.expected) << row.share << " of " << row.count;
        EXPECT_EQ(values.Quantile(1), row.count) << "asked again";
    }
    EXPECT_TRUE(std::isnan(Distribution().Quantile(0.5)));
}

TEST(DistributionTest, ManyThatAreAlikeStayExact)
{
    Distribution values;
    for (int i = 0; i < 300000; ++i)
    {
        values.Add(1.0 / (1 + i * 7 % 1000));
    }
    EXPECT_EQ(values.Count(), 300000u);
    EXPECT_EQ(values.Quantile(0.001), 1.0 / 1000);
    EXPECT_EQ(values.Quantile(0.5), 1.0 / 501);
    EXPECT_EQ(values.Quantile(1), 1.0);
    values.Add(2);
    EXPECT_EQ(values.Quantile(1), 2.0);
    EXPECT_EQ(values.Quantile(0.001), 1.0 / 999) << "the 301st of 300,001";
}

TEST(DistributionTest, ManyThatDifferAreRounded)
{
    constexpr int COUNT = 300000;
    Distribution values;
    for (int i = 0; i < COUNT; ++i)
    {
        values.Add(1 + i * 7919LL % COUNT); // each number up to COUNT once
    }
    EXPECT_EQ(values.Count(), static_cast<std::size_t>(COUNT));
    for (const double share : {0.001, 0.1, 0.5, 0.9, 0.999})
    {
        const double exact = share * COUNT;
        EXPECT_NEAR(values.Quantile(share), exact, exact / 16384) << share;
    }
    EXPECT_EQ(values.Quantile(1), COUNT);
}

TEST(FlowTableTest, TimesAreExactToThePicosecond)
{
    EXPECT_EQ(NanosText(Span(0)), "0.000");
    EXPECT_EQ(NanosText(Span(1)), "0.001");
    EXPECT_EQ(NanosText(Span(1234567)), "1234.567");
    EXPECT_EQ(NanosText(Span(-1005)), "-1.005");
    EXPECT_EQ(NanosText(Span::Max()), "9223372036854775.807");
}

/** @return a flow of 1 us that takes 1.5 us */
FlowRecord
SomeFlow()
{
    FlowRecord flow;
    flow.flow = 7;
    flow.source = 3;
    flow.destination = 12;
    flow.bytes = 4097;
    flow.start = Instant(1000001);
    flow.finish = Instant(2500001);
    flow.packets = 5;
    flow.retransmissions = 3;
    flow.trims = 2;
    flow.marks = 1;
    return flow;
}

TEST(FlowTableTest, RowsOfAllKinds)
{
    std::ostringstream out;
    FlowTable table(out);
    FlowRecord flow = SomeFlow();
    table.Write(flow, Micros(1));
    flow.status = CompletionStatus::RETRY_EXC_ERR;
    table.Write(flow, Micros(1));
    flow.status = CompletionStatus::SUCCESS;
    flow.finish = Instant::Never();
    table.Write(flow, Micros(1));
    EXPECT_EQ(out.str(),
              "flow,source,destination,bytes,start_ns,finish_ns,ideal_ns,slowdown,packets,"
              "retransmissions,trims,marks,seed,run,fct_ns,status\n"
              "7,3,12,4097,1000.001,2500.001,1000.000,1.500000,5,3,2,1,1,1,1500.000,finished\n"
              "7,3,12,4097,1000.001,,1000.000,,5,3,2,1,1,1,,failed: RETRY_EXC_ERR\n"
              "7,3,12,4097,1000.001,,1000.000,,5,3,2,1,1,1,,running\n");
}

TEST(FlowStatisticsTest, GoodputIsBytesFromFirstStartToLastFinish)
{
    FlowStatistics statistics;
    EXPECT_EQ(statistics.Goodput(), 0);
    FlowRecord flow;
    flow.bytes = 1000;
    flow.start = Instant(5000000);
    flow.finish = Instant(6000000);
    statistics.Add(flow, Nanos(500));
    flow.source = 1;
    flow.start = Instant(6500000);
    flow.finish = Instant(7000000);
    statistics.Add(flow, Nanos(500));
    EXPECT_DOUBLE_EQ(statistics.Goodput(), 8e9); // 2,000 B in 2 us
    EXPECT_EQ(statistics.SourceCount(), 2U);
    EXPECT_DOUBLE_EQ(statistics.CompletionTimes().Quantile(1), 1);
    EXPECT_DOUBLE_EQ(statistics.Slowdowns().Quantile(1), 2);
    EXPECT_DOUBLE_EQ(statistics.Slowdowns().Quantile(0.5), 1);
}

TEST(RunSummaryTest, TableAndFileHoldTheSame)
{
    RunSummary summary;
    summary.Add("arguments", "--fail=a,b \"c\"");
    summary.AddCount("drops", 12, "packets");
    summary.AddMeasure("slow-down, p50", 1.0004999, "x ideal");
    summary.AddCount("run", 3, "");
    std::ostringstream table;
    summary.Print(table);
    EXPECT_EQ(table.str(),
              "arguments       --fail=a,b \"c\"\n"
              "drops              12  packets\n"
              "slow-down, p50  1.000  x ideal\n"
              "run             3\n");
    std::ostringstream csv;
    summary.WriteCsv(csv);
    EXPECT_EQ(csv.str(),
              "figure,value,unit\n"
              "arguments,\"--fail=a,b \"\"c\"\"\",\n"
              "drops,12,packets\n"
              "\"slow-down, p50\",1.000,x ideal\n"
              "run,3,\n");
}

TEST(RunSummaryTest, QuotesWhateverWouldEndAField)
{
    for (const char* end : {",", "\n", "\r"})
    {
        RunSummary summary;
        summary.Add("arguments", std::string("a") + end + "b");
        std::ostringstream csv;
        summary.WriteCsv(csv);
        EXPECT_EQ(csv.str(), std::string("figure,value,unit\narguments,\"a") + end + "b\",\n");
    }
}

TEST(OutputFileTest, NamesWhatCannotBeWritten)
{
    try
    {
        OutputFile("/dev/null/folder", "flows.csv");
        FAIL() << "no error";
    }
    catch (const std::runtime_error& error)
    {
        EXPECT_STREQ(
            error.what(),
            "cannot write the file /dev/null/folder/flows.csv: Not a directory; expected a "
            "folder with room that may be written to");
    }
}

TEST(OutputFileTest, AnEmptyFolderIsTheCurrentOne)
{
    const std::filesystem::path before = std::filesystem::current_path();
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "mrc-output-file";
    std::filesystem::create_directories(folder);
    std::filesystem::current_path(folder);
    EXPECT_NO_THROW(OutputFile("", "flows.csv").Close());
    std::filesystem::current_path(before);
    EXPECT_TRUE(std::filesystem::exists(folder / "flows.csv"));
    std::filesystem::remove_all(folder);
}

TEST(OutputFileTest, AFullDiskIsAnError)
{
    OutputFile full("/dev", "full"); // where every write fails
    full.Stream() << "something";
    EXPECT_THROW(full.Close(), std::runtime_error);
}

TEST(ProgressTest, LineSaysHowFar)
{
    ProgressSample before;
    before.events = 1000000;
    before.wallSeconds = 1;
    ProgressSample now;
    now.flowsDone = 3;
    now.flows = 8;
    now.bytesDone = 250;
    now.bytes = 1000;
    now.simulated = MicroSeconds(1500);
    now.events = 4000000;
    now.wallSeconds = 2;
    EXPECT_EQ(ProgressLine(now, before),
              " 25.0 % of bytes, 3 of 8 flows, 1.500 ms simulated, 3.00 M events/s, ETA 6.0 s");
    now.wallSeconds = 3600;
    EXPECT_NE(ProgressLine(now, before).find("ETA 3 h 0 min"), std::string::npos);
    now.wallSeconds = 25;
    EXPECT_NE(ProgressLine(now, before).find("ETA 1 min 15 s"), std::string::npos);
    now.bytesDone = 0;
    EXPECT_NE(ProgressLine(now, before).find("  0.0 %"), std::string::npos);
    EXPECT_NE(ProgressLine(now, before).find("ETA unknown"), std::string::npos);
}

TEST(ProgressTest, PlainLinesWhereThereIsNoTerminal)
{
    ProgressSample sample;
    const auto lines = [&sample](ProgressStyle style) {
        std::ostringstream out;
        ProgressReporter reporter(out, style);
        for (sample.wallSeconds = 0; sample.wallSeconds < 11; sample.wallSeconds += 0.5)
        {
            reporter.Show(sample);
        }
        reporter.Say("warning: words");
        reporter.Finish(sample);
        return out.str();
    };
    const std::string plain = lines(ProgressStyle::LINES);
    EXPECT_EQ(std::count(plain.begin(), plain.end(), '\n'), 4)
        << "every five seconds, words, and the end";
    EXPECT_EQ(plain.find('\r'), std::string::npos);
    EXPECT_EQ(plain.find('\033'), std::string::npos);
    const std::string changing = lines(ProgressStyle::TERMINAL);
    EXPECT_EQ(std::count(changing.begin(), changing.end(), '\n'), 2) << "words and the end";
    EXPECT_GE(std::count(changing.begin(), changing.end(), '\r'), 21);
}

TEST(RunEndTest, NamesAndExitCodes)
{
    struct Row
    {
        RunEnd end;
        const char* name;
        int code;
    };

    const Row rows[] = {
        {RunEnd::FINISHED, "finished", 0},
        {RunEnd::STOP_TIME, "stop-time", 0},
        {RunEnd::TIME_LIMIT, "time-limit", 124},
        {RunEnd::INTERRUPTED, "interrupted", 130},
        {RunEnd::FLOW_FAILED, "flow-failed", 1},
        {RunEnd::STALLED, "stalled", 1},
        {RunEnd::NO_EVENTS, "no-events", 1},
        {RunEnd::OUTPUT_LOST, "output-lost", 1},
    };
    for (const Row& row : rows)
    {
        EXPECT_STREQ(RunEndName(row.end), row.name);
        EXPECT_EQ(ExitCodeOf(row.end), row.code) << row.name;
    }
}

TEST(StallWatchTest, KnowsSinceWhen)
{
    StallWatch watch(3);
    const auto at = [](int us) { return MicroSeconds(us); };
    const auto observe = [&](int us, uint64_t first, bool secondActive) {
        watch.Observe(0, true, first, at(us));
        watch.Observe(1, secondActive, 500, at(us));
        watch.Observe(2, false, 0, at(us));
    };
    observe(1, 0, true);
    EXPECT_EQ(watch.LastProgress(), at(1)) << "two have started";
    observe(5, 100, true);
    EXPECT_EQ(watch.LastProgress(), at(5));
    observe(9, 100, true);
    EXPECT_EQ(watch.LastProgress(), at(5)) << "nothing has moved";
    EXPECT_EQ(watch.Since(0), at(5));
    EXPECT_EQ(watch.Since(1), at(1));
    EXPECT_EQ(watch.Stalled(at(9), at(4)), (std::vector<uint32_t>{1, 0})) << "the oldest first";
    EXPECT_EQ(watch.Stalled(at(9), at(5)), (std::vector<uint32_t>{1}));
    EXPECT_EQ(watch.Stalled(at(9), at(9)), (std::vector<uint32_t>{}));
    observe(20, 100, false);
    EXPECT_EQ(watch.LastProgress(), at(20)) << "one has ended";
    EXPECT_EQ(watch.Stalled(at(20), at(1)), (std::vector<uint32_t>{0})) << "not who has ended";
}

TEST(StallWatchTest, NobodyWaitsWhenNothingIsUnderWay)
{
    StallWatch watch(1);
    watch.Observe(0, true, 5, MicroSeconds(1));
    watch.Observe(0, false, 5, MicroSeconds(2));
    watch.Observe(0, false, 5, MicroSeconds(50));
    EXPECT_EQ(watch.LastProgress(), MicroSeconds(50)) << "the next start time is far away";
}

} // namespace
} // namespace mrc
} // namespace ns3
