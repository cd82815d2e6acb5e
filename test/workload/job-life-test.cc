/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Files of jobs' lives, and tables of steps: what is read, and what is refused with its place.

#include "../mrc-thrown-text.h"

#include "ns3/mrc-job-life.h"
#include "ns3/mrc-parse-error.h"
#include "ns3/mrc-step-table.h"

#include <gtest/gtest.h>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** @return the jobs of a text; a table with a name of n letters has steps of n us */
std::vector<JobLife>
Jobs(const std::string& text)
{
    std::istringstream in(text);
    return ReadJobLives(in, "a.life", [](const std::string& path) {
        return static_cast<double>(path.size());
    });
}

/** @return the message with which a text is refused */
std::string
Refusal(const std::string& text)
{
    try
    {
        Jobs(text);
    }
    catch (const ParseError& error)
    {
        return error.what();
    }
    return "none";
}

// Lines before the first job hold for all, later ones for theirs. Clauses: [life-faults]
TEST(JobLifeTest, AJobChangesWhatHoldsForAll)
{
    const std::vector<JobLife> jobs = Jobs("days 2\n"
                                           "checkpoint-every-s 600\n"
                                           "# a comment\n"
                                           "fault link 64 0.5\n"
                                           "lasts link exponential 30\n"
                                           "slow-tables link four fiver sevenup\n"
                                           "at link 10 20\n"
                                           "job one\n"
                                           "stall link uniform 1 2.5\n"
                                           "job two\n"
                                           "seconds 50\n"
                                           "patience-s 0.5\n"
                                           "crash link yes\n"
                                           "slow link 1.5\n"
                                           "lasts link log-normal 9 0.5\n");
    ASSERT_EQ(jobs.size(), 2U);
    const LifeFaultKind& first = jobs[0].kinds.at(0);
    EXPECT_EQ(jobs[0].name, "one");
    EXPECT_EQ(jobs[0].length, 2 * 86400.);
    EXPECT_EQ(jobs[0].every, 600.);
    EXPECT_EQ(jobs[0].patience, std::numeric_limits<double>::infinity());
    EXPECT_EQ(first.count, 64U);
    EXPECT_EQ(first.perDay, 0.5);
    EXPECT_EQ(first.lasts.law, TimeLaw::EXPONENTIAL);
    EXPECT_EQ(first.stall.law, TimeLaw::UNIFORM);
    EXPECT_EQ(first.stall.second, 2.5);
    EXPECT_EQ(first.slow, (std::vector<double>{5. / 4, 7. / 4}));
    EXPECT_EQ(jobs[1].length, 50.);
    EXPECT_EQ(jobs[1].patience, 0.5);
    EXPECT_EQ(jobs[1].faults.at(0).at, 10.);
    EXPECT_EQ(jobs[1].faults.at(0).lasts, 20.);
    const LifeFaultKind& second = jobs[1].kinds.at(0);
    EXPECT_TRUE(second.crashes);
    EXPECT_FALSE(first.crashes);
    EXPECT_EQ(second.slow, std::vector<double>{1.5});
    EXPECT_EQ(second.lasts.law, TimeLaw::LOG_NORMAL);
}

TEST(JobLifeTest, BadLinesAreNamed)
{
    const std::string good = "days 1\ncheckpoint-every-s 9\nfault link 4 1\n";
    const std::vector<std::pair<std::string, std::string>> cases{
        {"days 1\n", "1:7: no checkpoints; expected a line of checkpoint-every-s"},
        {"", "1:1: no length; expected a line of days or seconds"},
        {"day 1\n", "1:1: 'day'; expected one of job, fault, days, "},
        {"days 1\nseconds 3\n", "2:1: 'days or seconds' again; expected it once for a job"},
        {"days -1\n", "1:6: days is '-1'; expected a number, "},
        {"days 1 2\n", "1:1: 'days' with 2 values; expected KEY VALUE"},
        {good + "fault link 4 1\n", "4:1: 'fault link' again; expected it once for a job"},
        {good + "fault port 0 1\n", "4:12: components is '0'; expected a whole number, 1 .. "},
        {good + "fault port 4\n", "4:1: 'fault' with 2 values; expected fault KIND COMPONENTS"},
        {good + "job a\nfault port 4 1\n", "5:1: 'fault' after 'job'; expected all kinds before"},
        {good + "job a\njob a\n", "5:5: 'a' again; expected another name"},
        {good + "lasts lnk 4\n", "4:7: kind 'lnk'; expected link"},
        {"crash link yes\n", "1:7: kind 'link'; expected a line 'fault KIND"},
        {good + "lasts link\n", "4:1: 'lasts' with 1 values; expected KEY KIND VALUE"},
        {good + "lasts link uniform 4\n", "4:12: time 'uniform' with 1 values; expected SECONDS, "},
        {good + "lasts link uniform 4 3\n", "4:22: most seconds is '3'; expected a number, 4 .. "},
        {good + "stall link soon\n", "4:12: seconds is 'soon'; expected a number, 0 .. "},
        {good + "stall link log-normal 3 11\n", "4:25: sigma is '11'; expected a number, 0 .. 10"},
        {good + "crash link maybe\n", "4:12: 'maybe'; expected yes or no"},
        {good + "crash link yes no\n", "4:1: 'crash' with 3 values; expected crash KIND yes|no"},
        {good + "slow link 0\n", "4:11: time of a step, of a healthy one's is '0'; expected a "},
        {good + "slow link 1\nslow-tables link a b\n", "5:1: 'slow link' again; expected it once"},
        {good + "slow-tables link a\n", "4:1: 'slow-tables' with 2 values; expected slow-tables "},
        {good + "at link 4\n", "4:1: 'at' with 2 values; expected at KIND SECOND LASTS"},
        {good + "at link 4 -\n", "4:11: seconds that the fault lasts is '-'; expected a number, "},
    };
    for (const auto& [text, message] : cases)
    {
        EXPECT_EQ(Refusal(text).find("a.life:" + message), 0U) << text << Refusal(text);
    }
    EXPECT_EQ(Refusal(good), "none");
}

// A job has a copy of all kinds, and time passes by the checkpoint: both have bounds.
TEST(JobLifeTest, LivesThatTakeTooMuchAreRefused)
{
    EXPECT_EQ(Refusal("seconds 10000000\ncheckpoint-every-s 1\n"), "none");
    EXPECT_EQ(Refusal("seconds 10000001\ncheckpoint-every-s 1\n"),
              "a.life:2:21: more than 10000000 checkpoints; expected a longer checkpoint-every-s, "
              "or a shorter life");
    const std::string many = "checkpoint-every-s 864\nfault port 4 1\nfault link 1000 1\n";
    EXPECT_EQ(Refusal("days 9960\n" + many), "none");
    EXPECT_EQ(Refusal("days 9961\n" + many),
              "a.life:4:17: some 10000844 faults; expected at most 10000000: fewer in a day, or a "
              "shorter life");
    EXPECT_EQ(Refusal("days 1\n" + many + "fault nic 7 1000000000000000\n"),
              "a.life:5:13: some 1000000000000000 faults; expected at most 10000000: fewer in a "
              "day, or a shorter life");
    EXPECT_EQ(Refusal("days 1\n" + many + "job a\njob b\ndays 10000\n"),
              "a.life:4:17: some 10040000 faults of job 'b'; expected at most 10000000: fewer in a "
              "day, or a shorter life");
    const std::string good = "days 1\ncheckpoint-every-s 9\n";
    std::string kinds = good;
    std::string jobs = good;
    for (int i = 0; i < 1000; ++i)
    {
        kinds += "fault k" + std::to_string(i) + " 1 1\n";
        jobs += "job j" + std::to_string(i) + "\n";
    }
    EXPECT_EQ(Refusal(kinds), "none");
    EXPECT_EQ(Refusal(kinds + "fault x 1 1\n"),
              "a.life:1003:1: more than 1000 kinds of faults; expected fewer");
    EXPECT_EQ(Refusal(jobs), "none");
    EXPECT_EQ(Refusal(jobs + "job x\n"), "a.life:1003:1: more than 1000 jobs; expected fewer");
    std::string faults = good + "fault link 4 1\n";
    for (int i = 0; i < 60000; ++i)
    {
        faults += "at link 1 1\n";
    }
    EXPECT_EQ(Refusal(faults + "job a\n"),
              "a.life:60004:1: more than 100000 faults with a time, "
              "of all jobs; expected fewer");
}

TEST(JobLifeTest, ATableThatIsWrongHasTwoPlaces)
{
    std::istringstream in("days 1\ncheckpoint-every-s 9\nfault link 4 1\nslow-tables link a b\n");
    const auto read = [&in] {
        ReadJobLives(in, "a.life", [](const std::string& path) -> double {
            throw ParseError(path, {7, 1}, "no step; expected one");
        });
    };
    EXPECT_EQ(ThrownText<ParseError>(read), "a.life:4:18: a:7:1: no step; expected one");
}

TEST(JobLifeTest, FilesThatAreNotThereAreNamed)
{
    for (const auto& read :
         {+[] { ReadJobLifeFile("no/such.life"); }, +[] { MeanStepTimeOfFile("no/such.csv"); }})
    {
        EXPECT_THROW(read(), ParseError);
    }
}

// What mrc-training says before its table has no commas. Clauses: [life-slow-down]
TEST(StepTableTest, TheMeanOfStepsIsTaken)
{
    std::istringstream in("GPT: 6 10^9 parameters on 32 ranks (data 2, tensor 8)\n"
                          "step,time_us,idle_percent\n"
                          "0,10.5,3\n"
                          "1,11.5,\n");
    EXPECT_EQ(MeanStepTime(in, "a.csv"), 11);
}

// Six digits, as mrc-training writes steps of more than a second. Clauses: [life-slow-down]
TEST(StepTableTest, LongStepsHaveExponents)
{
    std::istringstream in("step,time_us\n0,1.5e+06\n1,2.5e+06\n");
    EXPECT_EQ(MeanStepTime(in, "a.csv"), 2e6);
}

TEST(StepTableTest, BadTablesAreNamed)
{
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "1:1: no step; expected a head with time_us and a line for each step"},
        {"step,time\n0,3\n", "2:4: no step; expected a head with time_us"},
        {"step,time_us\n0\n", "2:1: a step of 1 fields; expected time_us in field 2"},
        {"step,time_us\n0,x\n", "2:3: time_us is 'x'; expected a number, "},
    };
    for (const auto& [text, message] : cases)
    {
        std::istringstream in(text);
        try
        {
            MeanStepTime(in, "a.csv");
            ADD_FAILURE() << text;
        }
        catch (const ParseError& error)
        {
            EXPECT_EQ(std::string(error.what()).find("a.csv:" + message), 0U) << error.what();
        }
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
