/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Clauses of this file: [path-failure]

// Kills and revives parts of random fabrics and demands that every flow with a live path is
// complete in bounded time.

#include "soak-case-draw.h"
#include "soak-judge.h"
#include "soak-process.h"
#include "soak-report.h"
#include "soak-run.h"
#include "soak-scenarios.h"
#include "soak-threads.h"

#include "ns3/mrc-program-options.h"
#include "ns3/mrc-program.h"

#include <fstream>
#include <iostream>
#include <stdexcept>

using namespace ns3;
using namespace ns3::mrc::soak;

namespace
{

struct Options
{
    std::string seeds;
    std::string only;
    std::string out;
    bool fixed{false};
    bool verbose{false};
    bool quiet{false};
    bool healthy{false};
    uint32_t wallSeconds{60};
    uint32_t threads{1};
};

/** Numbers from first to last; none if last is below first. */
struct SeedRange
{
    uint64_t first{1};
    uint64_t last{0};
};

uint64_t
NumberOf(const std::string& digits, const std::string& all)
{
    if (digits.empty() || digits.size() > 18 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
    {
        throw std::invalid_argument("--seeds=" + all + "; expected two numbers, A..B, or one");
    }
    return std::stoull(digits);
}

SeedRange
RangeOf(const std::string& text)
{
    const size_t dots = text.find("..");
    if (text.empty() || dots == std::string::npos)
    {
        const uint64_t one = text.empty() ? 0 : NumberOf(text, text);
        return text.empty() ? SeedRange() : SeedRange{one, one};
    }
    return {NumberOf(text.substr(0, dots), text), NumberOf(text.substr(dots + 2), text)};
}

Options
ReadOptions(int argc, char* argv[])
{
    Options o;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.Usage(
        "Random faults in random fabrics: each flow that has a live path must be complete in\n"
        "bounded time. One line for each case; the exit status is 1 if one was a miss.");
    cmd.AddValue("seeds", "Cases to draw, A..B", o.seeds);
    cmd.AddValue("fixed", "Run the cases that were chosen by hand, too", o.fixed);
    cmd.AddValue("healthy",
                 "Leave all faults out: whether they are the cause of a miss",
                 o.healthy);
    cmd.AddValue("only", "Run those of them whose names begin so", o.only);
    cmd.AddValue("out", "File that lines are appended to; cases in it are not run again", o.out);
    cmd.AddValue("verbose", "Tell all of each case, and wait longer for late flows", o.verbose);
    cmd.AddValue("quiet", "Print the lines of misses alone, and the last one", o.quiet);
    cmd.AddValue("threads",
                 "Run each case on so many threads, too, with the same results",
                 o.threads,
                 1);
    cmd.AddValue("wall", "Seconds of wall time after which a case has hung", o.wallSeconds, 1);
    cmd.Parse(argc, argv);
    return o;
}

const std::string REFUSE = "refuse: "; //!< in a line on threads

/** Runs cases one after another and keeps the book. */
class Soak
{
  public:
    explicit Soak(const Options& options)
        : m_options(options),
          m_told(CasesIn(options.out))
    {
        if (!options.out.empty())
        {
            m_file.open(options.out, std::ios::app);
            if (!m_file)
            {
                throw std::runtime_error("cannot write to " + options.out);
            }
        }
    }

    void Run(SoakCase plan)
    {
        if (m_options.threads > 1 && plan.stream < 0)
        {
            plan.stream = 0; // a second network of one process would draw from other streams
        }
        if (m_told.count(plan.name) != 0)
        {
            ++m_skipped;
            return;
        }
        const ProcessEnd end = RunInProcess([&] { return Tell(plan); }, m_options.wallSeconds);
        const std::string line =
            end.trouble.empty() ? end.output : LineOfWreck(plan.name, end.trouble) + "\n";
        if (!m_options.quiet || TellsMiss(line))
        {
            std::cout << line << std::flush;
        }
        m_file << line << std::flush;
        ++m_run;
        m_missed += TellsMiss(line);
        m_refused += line.find(REFUSE) != std::string::npos;
    }

    /** @return the exit status */
    int Finish() const
    {
        std::cout << "soak: " << m_run << " cases, " << m_missed << " missed"
                  << (m_refused == 0 ? ""
                                     : ", " + std::to_string(m_refused) + " refused by threads")
                  << (m_skipped == 0 ? "" : ", " + std::to_string(m_skipped) + " told before")
                  << std::endl;
        const bool compares = m_refused * 2 <= m_run; // or the comparison says nothing
        return m_missed == 0 && compares ? 0 : 1;
    }

  private:
    std::string Tell(const SoakCase& plan) const
    {
        RunManner manner;
        manner.portraits = m_options.verbose;
        manner.patience = m_options.verbose ? mrc::Micros(200000) : mrc::Span();
        const CaseOutcome outcome = RunCase(plan, manner);
        const std::vector<FlowJudgement> judgements = JudgeCase(plan, outcome);
        return (m_options.verbose ? DetailsOf(plan, outcome, judgements) : "") +
               LineOf(plan, judgements) + "\n" + ThreadsLine(plan, manner, outcome);
    }

    /** @return a line on several threads, if they were asked for */
    std::string ThreadsLine(const SoakCase& plan,
                            const RunManner& manner,
                            const CaseOutcome& one) const
    {
        if (m_options.threads == 1)
        {
            return "";
        }
        const ThreadsVerdict verdict = CompareThreads(plan, manner, one, m_options.threads);
        const std::string threads = std::to_string(m_options.threads) + " threads ";
        if (!verdict.refusal.empty())
        {
            return plan.name + ": " + threads + REFUSE + verdict.refusal + "\n";
        }
        return verdict.difference.empty()
                   ? plan.name + ": " + threads + "tell the same\n"
                   : LineOfWreck(plan.name, threads + "tell " + verdict.difference) + "\n";
    }

    Options m_options;
    std::set<std::string> m_told;
    std::ofstream m_file;
    unsigned m_run{0};
    unsigned m_missed{0};
    unsigned m_skipped{0};
    unsigned m_refused{0}; //!< by several threads
};

int
Run(int argc, char* argv[])
{
    const Options o = ReadOptions(argc, argv);
    const SeedRange seeds = RangeOf(o.seeds);
    if (o.seeds.empty() && !o.fixed && o.only.empty())
    {
        throw std::invalid_argument("nothing to do; expected --seeds=A..B, --fixed or --only=NAME");
    }
    Soak soak(o);
    for (const SoakCase& plan : FixedCases(MRC_DATA_DIR))
    {
        const bool chosen = o.only.empty() ? o.fixed : plan.name.rfind(o.only, 0) == 0;
        if (chosen)
        {
            soak.Run(o.healthy ? WithoutFaults(plan) : plan);
        }
    }
    for (uint64_t seed = seeds.first; seed <= seeds.last; ++seed)
    {
        soak.Run(o.healthy ? WithoutFaults(DrawCase(seed)) : DrawCase(seed));
    }
    return soak.Finish();
}

} // namespace

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
