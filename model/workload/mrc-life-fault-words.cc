/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-life-fault-words.h"

#include "mrc-decimal-word.h"

#include <algorithm>
#include <iterator>

namespace ns3
{
namespace mrc
{

namespace
{

using Words = std::vector<Token>;

constexpr double LONGEST = 1e9; // seconds; 30 years, own choice
constexpr DecimalRange SECONDS{0, LONGEST};
constexpr DecimalRange RATIOS{0.01, 1e6}; // of a step's time to a healthy one's; own choice

/** A line `KEY KIND VALUE ...` of a text. */
struct FaultLine
{
    const TextReader& reader;
    const Words& words;
    const StepTimeOf& stepTimeOf;
};

/** The words of a law of times. */
struct LawWord
{
    const char* name;
    TimeLaw law;
    std::size_t parameters;
};

constexpr LawWord LAWS[]{
    {"exponential", TimeLaw::EXPONENTIAL, 1},
    {"uniform", TimeLaw::UNIFORM, 2},
    {"log-normal", TimeLaw::LOG_NORMAL, 2},
};

/** `KEY KIND SECONDS`, or the name of a law in the place of seconds and its parameters. */
RandomTime
TimeOf(const FaultLine& line)
{
    RandomTime time;
    std::size_t next = 2;
    std::size_t parameters = 1;
    for (const LawWord& law : LAWS)
    {
        if (line.words[next].text == law.name)
        {
            time.law = law.law;
            parameters = law.parameters;
            ++next;
            break;
        }
    }
    // All forms of a time end here: a number too many would be silently ignored else.
    if (line.words.size() != next + parameters)
    {
        line.reader.Fail(line.words[2].at,
                         "time " + Quoted(line.words[2].text) + " with " +
                             std::to_string(line.words.size() - 3) +
                             " values; expected SECONDS, exponential MEAN, uniform LEAST MOST or "
                             "log-normal MEDIAN SIGMA");
    }
    time.first = DecimalOf(line.reader, line.words[next], "seconds", SECONDS);
    if (parameters == 2)
    {
        const bool isUniform = time.law == TimeLaw::UNIFORM;
        // A uniform time cannot end before it begins; a sigma of 10 already spreads over many
        // decades.
        const DecimalRange range =
            isUniform ? DecimalRange{time.first, LONGEST} : DecimalRange{0, 10};
        const char* const what = isUniform ? "most seconds" : "sigma";
        time.second = DecimalOf(line.reader, line.words[next + 1], what, range);
    }
    return time;
}

void
ReadLasts(const FaultLine& line, LifeFaultKind& kind)
{
    kind.lasts = TimeOf(line);
}

void
ReadStall(const FaultLine& line, LifeFaultKind& kind)
{
    kind.stall = TimeOf(line);
}

void
ReadCrash(const FaultLine& line, LifeFaultKind& kind)
{
    kind.crashes = line.words[2].text == "yes";
    if (!kind.crashes && line.words[2].text != "no")
    {
        line.reader.Fail(line.words[2].at, Quoted(line.words[2].text) + "; expected yes or no");
    }
}

void
ReadSlow(const FaultLine& line, LifeFaultKind& kind)
{
    // A line for all jobs may have set the slow-down: that of a job takes its place.
    kind.slow.clear();
    for (std::size_t i = 2; i < line.words.size(); ++i)
    {
        kind.slow.push_back(
            DecimalOf(line.reader, line.words[i], "time of a step, of a healthy one's", RATIOS));
    }
}

/** @return the time of a step by a table; an error of the table has the place of its name too */
double
StepTimeBy(const FaultLine& line, const Token& table)
{
    try
    {
        return line.stepTimeOf(table.text);
    }
    catch (const ParseError& error)
    {
        line.reader.Fail(table.at, error.what());
    }
}

void
ReadTables(const FaultLine& line, LifeFaultKind& kind)
{
    kind.slow.clear();
    // The first table is that of healthy steps: ratios hold whatever the size of the job.
    const double healthy = StepTimeBy(line, line.words[2]);
    for (std::size_t i = 3; i < line.words.size(); ++i)
    {
        const double ratio = StepTimeBy(line, line.words[i]) / healthy;
        if (!(ratio >= RATIOS.min && ratio <= RATIOS.max))
        {
            line.reader.Fail(line.words[i].at,
                             "steps " + std::to_string(ratio) +
                                 " times as long as healthy ones; expected 0.01 .. 1e+06");
        }
        kind.slow.push_back(ratio);
    }
}

/** A key of such lines. */
struct FaultKey
{
    const char* name;
    const char* form;  //!< of the line
    std::size_t least; //!< words of the line
    std::size_t most;
    void (*read)(const FaultLine& line, LifeFaultKind& kind);
};

constexpr std::size_t MANY = 10000; // own choice

constexpr FaultKey KEYS[]{
    {"lasts", "lasts KIND TIME", 3, 5, ReadLasts},
    {"stall", "stall KIND TIME", 3, 5, ReadStall},
    {"crash", "crash KIND yes|no", 3, 3, ReadCrash},
    {"slow", "slow KIND RATIO ...", 3, MANY, ReadSlow},
    {"slow-tables", "slow-tables KIND HEALTHY ONE-DOWN ...", 4, MANY, ReadTables},
};

} // namespace

bool
IsFaultWord(const std::string& key)
{
    return std::any_of(std::begin(KEYS), std::end(KEYS), [&key](const FaultKey& one) {
        return key == one.name;
    });
}

std::string
FaultWordKeys()
{
    std::string keys;
    for (const FaultKey& key : KEYS)
    {
        keys += (keys.empty() ? "" : ", ") + std::string(key.name);
    }
    return keys;
}

void
ReadFaultWords(const TextReader& reader,
               const std::vector<Token>& words,
               const StepTimeOf& stepTimeOf,
               LifeFaultKind& kind)
{
    for (const FaultKey& key : KEYS)
    {
        if (words[0].text != key.name)
        {
            continue;
        }
        if (words.size() < key.least || words.size() > key.most)
        {
            reader.Fail(words[0].at,
                        Quoted(key.name) + " with " + std::to_string(words.size() - 1) +
                            " values; expected " + key.form);
        }
        key.read({reader, words, stepTimeOf}, kind);
    }
}

} // namespace mrc
} // namespace ns3
