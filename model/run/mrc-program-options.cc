/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-program-options.h"

#include "mrc-attribute-listing.h"
#include "mrc-expected-text.h"
#include "mrc-near-name.h"

#include "ns3/global-value.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** `--name=value` or `--name`, with one dash or two. */
struct Option
{
    std::string name;
    std::string value;
};

/** @return an argument in two parts; without = the value is empty */
Option
Split(const std::string& word)
{
    const std::size_t begin = word.find_first_not_of('-');
    // CommandLine would pass over a word without dashes, and a forgotten dash would go unseen.
    if (word.find('-') != 0 || begin == std::string::npos || begin > 2)
    {
        throw std::invalid_argument("argument '" + word + "' is no option; expected --NAME=VALUE");
    }
    const std::size_t equal = word.find('=');
    return {word.substr(begin, equal - begin),
            equal == std::string::npos ? "" : word.substr(equal + 1)};
}

/** @return whether CommandLine prints an answer to this option and ends the program */
bool
IsQuestion(const std::string& name)
{
    static const std::set<std::string> QUESTIONS{"help",
                                                 "PrintHelp",
                                                 "version",
                                                 "PrintVersion",
                                                 "PrintGroups",
                                                 "PrintGroup",
                                                 "PrintTypeIds",
                                                 "PrintGlobals"};
    return QUESTIONS.count(name) == 1;
}

/** @return what is expected instead of a number of threads, in words; empty: nothing */
std::string
ExpectedThreads(const std::string& value)
{
    const bool isGood = value == "auto" || ExpectedNumber(value, 0, uint64_t{64}).empty();
    return isGood ? "" : "auto, or 0 .. 64";
}

/** @return the identity of a run: folder, program and options */
std::string
RunOf(const std::string& program, const std::vector<std::string>& words)
{
    std::string run = std::filesystem::current_path().string() + ": " +
                      std::filesystem::path(program).filename().string();
    for (const std::string& word : words)
    {
        const std::string name = Split(word).name;
        // These two change permissions and output, and no result: the run is still the same.
        run += name == "force" || name == "quiet" ? "" : " " + word;
    }
    return run;
}

/** @return whether mpirun started this as another rank than the first; MPI itself begins later */
bool
IsLaterRank()
{
    // Variables of Open MPI, of PMIx (also by Slurm), and of MPICH.
    for (const char* const name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"})
    {
        const char* const rank = std::getenv(name);
        if (rank != nullptr)
        {
            return std::string(rank) != "0";
        }
    }
    return false;
}

/**
 * Says which options a later one overrules, as CommandLine does so silently: two lists of faults do
 * not add up.
 *
 * @param program that speaks
 * @param words as typed
 * @param full the same words, in full
 */
void
TellOfTwice(const std::string& program,
            const std::vector<std::string>& words,
            const std::vector<std::string>& full)
{
    std::map<std::string, std::size_t> given; // places of words by names
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const Option option = Split(full[i]);
        const auto [before, isNew] = given.emplace(option.name, i);
        if (!isNew && Split(full[before->second]).value != option.value)
        {
            std::cerr << std::filesystem::path(program).filename().string() << ": " << words[i]
                      << " overrules " << words[before->second] << "; expected the option once\n";
            before->second = i;
        }
    }
}

} // namespace

ProgramOptions::ProgramOptions(const std::string& file)
    : m_commandLine(file)
{
}

void
ProgramOptions::Usage(const std::string& text)
{
    m_commandLine.Usage(text);
}

void
ProgramOptions::AddValue(const std::string& name, const std::string& help, std::string& value)
{
    m_commandLine.AddValue(name, help, value);
    m_judges[name] = [](const std::string& text) { return text.empty() ? "a text" : ""; };
    // Parse writes the text once more: see there.
    m_texts[name] = &value;
}

void
ProgramOptions::AddValue(const std::string& name, const std::string& help, bool& value)
{
    m_commandLine.AddValue(name, help, value);
    m_judges[name] = ExpectedBool;
    m_flags[name] = !value;
}

void
ProgramOptions::AddValue(const std::string& name, const std::string& help, Time& value)
{
    m_commandLine.AddValue(name, help, value);
    m_judges[name] = ExpectedTime;
}

ProgramOptions::Judge
ProgramOptions::NumberJudge(uint64_t least, uint64_t most)
{
    return [least, most](const std::string& text) { return ExpectedNumber(text, least, most); };
}

ProgramOptions::Judge
ProgramOptions::NumberJudge(double least, double most)
{
    return [least, most](const std::string& text) { return ExpectedNumber(text, least, most); };
}

/**
 * Looks where CommandLine looks, in the same order: own options, global values, defaults of
 * attributes.
 */
std::string
ProgramOptions::Expected(const std::string& name, const std::string& value) const
{
    const auto own = m_judges.find(name);
    if (own != m_judges.end())
    {
        return own->second(value);
    }
    const auto global = std::find_if(GlobalValue::Begin(),
                                     GlobalValue::End(),
                                     [&](const GlobalValue* g) { return g->GetName() == name; });
    if (global != GlobalValue::End())
    {
        return ExpectedGlobal(**global, value);
    }
    const std::string expected = ExpectedAttribute(name, value);
    // A name with colons was meant as an attribute, and ExpectedAttribute has made its guess.
    const bool isAttribute = name.find("::") != std::string::npos;
    return expected.empty() || isAttribute ? expected : expected + Meant(name);
}

/**
 * @return the option or global value that may have been meant; the dashes make both look as they
 * are typed
 */
std::string
ProgramOptions::Meant(const std::string& name) const
{
    std::vector<std::string> names;
    for (const auto& [own, judge] : m_judges)
    {
        names.push_back("--" + own);
    }
    for (auto global = GlobalValue::Begin(); global != GlobalValue::End(); ++global)
    {
        names.push_back("--" + (*global)->GetName());
    }
    return DidYouMean("--" + name, names);
}

/**
 * CommandLine turns a value around at each `--name` alone: the second one would take back the
 * first.
 *
 * `--threads` and its attribute are one thing, of which the last word counts.
 *
 * @return a word that says yes or no in full, or the attribute of `--threads`; any other one as it
 *         is
 */
std::string
ProgramOptions::InFull(const std::string& word) const
{
    const Option option = Split(word);
    if (m_hasThreads && option.name == "threads")
    {
        return "--ns3::mrc::FabricProfile::Threads=" +
               (option.value == "auto" ? "0" : option.value);
    }
    const auto flag = m_flags.find(option.name);
    if (flag == m_flags.end())
    {
        return word;
    }
    const bool says = option.value.empty()
                          ? flag->second
                          : std::string("tT1").find(option.value[0]) != std::string::npos;
    return "--" + option.name + (says ? "=true" : "=false");
}

bool
ProgramOptions::IsGiven(const std::string& name) const
{
    return m_given.count(name) == 1;
}

void
ProgramOptions::AddForce()
{
    AddValue("force", "Write over the results of other runs", m_force);
}

void
ProgramOptions::AddThreads()
{
    AddValue(
        "threads",
        "Threads that share the run, with the results of one; auto: as many as there are cores",
        m_threads);
    m_judges["threads"] = ExpectedThreads;
    m_hasThreads = true;
}

ResultClaim
ProgramOptions::Claim() const
{
    return ResultClaim(m_run, m_force);
}

/**
 * Captures are claimed before the first is opened: a refused run must not have emptied the files of
 * another one.
 */
void
ProgramOptions::ClaimCaptures(const std::string& prefix) const
{
    if (!prefix.empty())
    {
        ResultClaim claim = Claim();
        claim.AddAll(prefix, ".pcap");
        claim.Record();
    }
}

/**
 * All words are judged before CommandLine reads the first, since CommandLine acts on words at once
 * and ends the program at some mistakes.
 */
void
ProgramOptions::Parse(int argc, char* argv[])
{
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    for (const std::string& word : words)
    {
        const Option option = Split(word);
        // CommandLine has this question too, but its answer names neither type nor range.
        if (option.name == "PrintAttributes")
        {
            ListAttributes(option.value, std::cout);
            std::exit(0); // as CommandLine does
        }
        if (IsQuestion(option.name))
        {
            break; // CommandLine answers this option, whatever else there is
        }
        const std::string expected = Expected(option.name, option.value);
        if (!expected.empty())
        {
            throw std::invalid_argument(word + "; expected " + expected);
        }
    }
    const std::string program = argc > 0 ? argv[0] : "program";
    std::vector<std::string> full;
    std::transform(words.begin(), words.end(), std::back_inserter(full), [this](const auto& word) {
        return InFull(word);
    });
    if (!IsLaterRank())
    {
        TellOfTwice(program, words, full);
    }
    full.insert(full.begin(), program);
    m_commandLine.Parse(full);
    m_run = RunOf(program, words);
    for (const std::string& word : words)
    {
        const Option option = Split(word);
        m_given.insert(option.name);
        const auto text = m_texts.find(option.name);
        if (text != m_texts.end())
        {
            // CommandLine of older releases reads a text up to its first blank only.
            *text->second = option.value;
        }
    }
}

} // namespace mrc
} // namespace ns3
