/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-decimal-word.h"
#include "mrc-job-life.h"
#include "mrc-life-fault-words.h"
#include "mrc-step-table.h"
#include "mrc-text-reader.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <set>

namespace ns3
{
namespace mrc
{

namespace
{

using Words = std::vector<Token>;

constexpr double LONGEST = 1e9; // seconds; 30 years, own choice
constexpr uint32_t MOST_FAULTS_OF = 1U << 30;
constexpr DecimalRange SECONDS{0, LONGEST};
constexpr std::size_t MOST_WORDS = 10000; // of a line; own choice
constexpr std::size_t MOST_KINDS = 1000;  // own choice; each job has all of them
constexpr std::size_t MOST_JOBS = 1000;   // own choice
constexpr std::size_t MOST_AT = 100000;   // faults with a time, of all jobs; own choice
constexpr const char* FAULTS_WITH_TIME = "faults with a time, of all jobs";
constexpr double MOST_CHECKPOINTS = 1e7; // of a job; own choice: they take a second
constexpr double MOST_DRAWN = 1e7;       // faults of a job, some 300 MB; own choice
constexpr double SHOWN_FAULTS = 1e15;    // more are told as so many

/** A key for a number of the job. */
struct LifeNumberKey
{
    const char* name;
    double JobLife::*value;
    double seconds; //!< of the unit
    DecimalRange range;
};

const LifeNumberKey LIFE_NUMBERS[]{
    {"days", &JobLife::length, 86400, {1e-12, 10000}},
    {"seconds", &JobLife::length, 1, {1e-9, LONGEST}},
    {"checkpoint-every-s", &JobLife::every, 1, {1e-9, LONGEST}},
    {"write-s", &JobLife::write, 1, SECONDS},
    {"down-s", &JobLife::down, 1, SECONDS},
    {"load-s", &JobLife::load, 1, SECONDS},
    {"patience-s", &JobLife::patience, 1, SECONDS},
};

/** Lines of a text about jobs. */
class LifeReader
{
  public:
    LifeReader(std::istream& in, const std::string& name, const StepTimeOf& stepTimeOf)
        : m_reader(in, name),
          m_stepTimeOf(stepTimeOf)
    {
        for (Words words; m_reader.NextLine(words);)
        {
            Add(words);
        }
        Check();
    }

    std::vector<JobLife> Jobs() const
    {
        // A file without a line "job" describes one job without a name.
        return m_jobs.empty() ? std::vector<JobLife>{m_common} : m_jobs;
    }

  private:
    /** @return the job that the next line is about */
    JobLife& Job()
    {
        // Lines before the first job hold for all jobs, and each job may change them.
        return m_jobs.empty() ? m_common : m_jobs.back();
    }

    void Add(const Words& words);
    bool AddNumber(const Words& words);
    bool AddOfKind(const Words& words);
    void AddKind(const Words& words);
    void AddJob(const Words& words);
    void NeedWords(const Words& words, std::size_t least, std::size_t most, const char* form);
    void NeedRoom(const Words& words, std::size_t count, std::size_t most, const char* what) const;
    void NeedFirst(const Words& words, const std::string& key);
    LifeFaultKind& KindOf(const Token& word);
    double Decimal(const Token& word, const char* what, const DecimalRange& range) const;
    void ReadAt(const Words& words, const LifeFaultKind& kind);
    static std::string Keys();
    void Check() const;
    void CheckFaults(const JobLife& job, const std::string& of) const;

    TextReader m_reader;
    const StepTimeOf& m_stepTimeOf;
    JobLife m_common;
    std::vector<JobLife> m_jobs;
    std::vector<TextPosition> m_rates; //!< where the faults in a day of each kind stand
    std::set<std::string> m_seen;      //!< keys of the job, each with its kind
    std::size_t m_at{0};               //!< faults with a time, of all jobs
};

void
LifeReader::Add(const Words& words)
{
    const std::string& key = words[0].text;
    if (key == "job")
    {
        AddJob(words);
    }
    else if (key == "fault")
    {
        AddKind(words);
    }
    else if (!AddNumber(words) && !AddOfKind(words))
    {
        m_reader.Fail(words[0].at, Quoted(key) + "; expected one of " + Keys());
    }
}

std::string
LifeReader::Keys()
{
    std::string keys = "job, fault";
    for (const LifeNumberKey& key : LIFE_NUMBERS)
    {
        keys += std::string(", ") + key.name;
    }
    return keys + ", at, " + FaultWordKeys();
}

void
LifeReader::NeedWords(const Words& words, std::size_t least, std::size_t most, const char* form)
{
    if (words.size() < least || words.size() > most)
    {
        m_reader.Fail(words[0].at,
                      Quoted(words[0].text) + " with " + std::to_string(words.size() - 1) +
                          " values; expected " + form);
    }
}

/** A job has a copy of all that stands before the first one, so short files could take much. */
void
LifeReader::NeedRoom(const Words& words,
                     std::size_t count,
                     std::size_t most,
                     const char* what) const
{
    if (count > most)
    {
        m_reader.Fail(words[0].at,
                      "more than " + std::to_string(most) + " " + what + "; expected fewer");
    }
}

/** A second line of one job would hide the first. */
void
LifeReader::NeedFirst(const Words& words, const std::string& key)
{
    if (!m_seen.insert(key).second)
    {
        m_reader.Fail(words[0].at, Quoted(key) + " again; expected it once for a job");
    }
}

double
LifeReader::Decimal(const Token& word, const char* what, const DecimalRange& range) const
{
    return DecimalOf(m_reader, word, what, range);
}

bool
LifeReader::AddNumber(const Words& words)
{
    for (const LifeNumberKey& key : LIFE_NUMBERS)
    {
        if (words[0].text == key.name)
        {
            NeedWords(words, 2, 2, "KEY VALUE");
            // Both keys set the length, so only one of them may stand there.
            NeedFirst(words, key.value == &JobLife::length ? "days or seconds" : key.name);
            Job().*key.value = Decimal(words[1], key.name, key.range) * key.seconds;
            return true;
        }
    }
    return false;
}

bool
LifeReader::AddOfKind(const Words& words)
{
    const std::string& key = words[0].text;
    if (key == "at") // of which there may be many
    {
        NeedWords(words, 4, 4, "at KIND SECOND LASTS");
        ReadAt(words, KindOf(words[1]));
        return true;
    }
    if (!IsFaultWord(key))
    {
        return false;
    }
    NeedWords(words, 3, MOST_WORDS, "KEY KIND VALUE ...");
    LifeFaultKind& kind = KindOf(words[1]);
    // Both set the slow-down, so only one of them may stand there.
    NeedFirst(words, (key == "slow-tables" ? "slow" : key) + " " + kind.name);
    ReadFaultWords(m_reader, words, m_stepTimeOf, kind);
    return true;
}

void
LifeReader::AddKind(const Words& words)
{
    NeedWords(words, 4, 4, "fault KIND COMPONENTS PER-DAY");
    NeedFirst(words, "fault " + words[1].text);
    if (!m_jobs.empty())
    {
        // A fault names its kind by number, so all jobs must have the same kinds.
        m_reader.Fail(words[0].at, "'fault' after 'job'; expected all kinds before the first job");
    }
    NeedRoom(words, m_common.kinds.size() + 1, MOST_KINDS, "kinds of faults");
    LifeFaultKind kind;
    kind.name = words[1].text;
    kind.count = static_cast<uint32_t>(m_reader.Number(words[2], "components", 1, MOST_FAULTS_OF));
    kind.perDay = Decimal(words[3], "faults of a component in a day", {0, 1e15});
    m_common.kinds.push_back(kind);
    m_rates.push_back(words[3].at);
}

void
LifeReader::AddJob(const Words& words)
{
    NeedWords(words, 2, 2, "job NAME");
    for (const JobLife& job : m_jobs)
    {
        if (job.name == words[1].text)
        {
            m_reader.Fail(words[1].at, Quoted(job.name) + " again; expected another name");
        }
    }
    NeedRoom(words, m_jobs.size() + 1, MOST_JOBS, "jobs");
    // The job begins with what holds for all, faults with a time included.
    m_jobs.push_back(m_common);
    m_at += m_common.faults.size();
    NeedRoom(words, m_at, MOST_AT, FAULTS_WITH_TIME);
    m_jobs.back().name = words[1].text;
    // A job may say anew what the lines before it said.
    m_seen.clear();
}

LifeFaultKind&
LifeReader::KindOf(const Token& word)
{
    std::string names;
    for (LifeFaultKind& kind : Job().kinds)
    {
        if (kind.name == word.text)
        {
            return kind;
        }
        names += (names.empty() ? "" : ", ") + kind.name;
    }
    m_reader.Fail(word.at,
                  "kind " + Quoted(word.text) + "; expected " +
                      (names.empty() ? "a line 'fault KIND COMPONENTS PER-DAY' first" : names));
}

void
LifeReader::ReadAt(const Words& words, const LifeFaultKind& kind)
{
    LifeFault fault;
    // A job's list is a copy of the common one, so the place of a kind is the same in all jobs.
    fault.kind = static_cast<uint32_t>(&kind - Job().kinds.data());
    fault.at = Decimal(words[2], "second of the fault", SECONDS);
    fault.lasts = Decimal(words[3], "seconds that the fault lasts", SECONDS);
    NeedRoom(words, ++m_at, MOST_AT, FAULTS_WITH_TIME);
    Job().faults.push_back(fault);
}

void
LifeReader::Check() const
{
    for (const JobLife& job : Jobs())
    {
        const std::string of = job.name.empty() ? "" : " of job " + Quoted(job.name);
        if (job.length == 0)
        {
            m_reader.Fail(m_reader.End(),
                          "no length" + of + "; expected a line of days or seconds");
        }
        if (job.every == 0)
        {
            m_reader.Fail(m_reader.End(),
                          "no checkpoints" + of + "; expected a line of checkpoint-every-s");
        }
        // A life is lived from checkpoint to checkpoint, so their number is the time that a life
        // takes.
        if (job.length > MOST_CHECKPOINTS * job.every)
        {
            m_reader.Fail(m_reader.End(),
                          "more than 10000000 checkpoints" + of +
                              "; expected a longer checkpoint-every-s, or a shorter life");
        }
        CheckFaults(job, of);
    }
}

/** A rate of a wrong unit would be drawn until the memory ends. */
void
LifeReader::CheckFaults(const JobLife& job, const std::string& of) const
{
    const std::vector<double> faults = MeanFaults(job);
    const double all = std::accumulate(faults.begin(), faults.end(), 0.0);
    if (all > MOST_DRAWN)
    {
        // The kind with the most of them is the one to look at.
        const auto most = std::max_element(faults.begin(), faults.end()) - faults.begin();
        m_reader.Fail(m_rates[static_cast<std::size_t>(most)],
                      "some " + std::to_string(std::llround(std::min(all, SHOWN_FAULTS))) +
                          " faults" + of +
                          "; expected at most 10000000: fewer in a day, or a shorter life");
    }
}

} // namespace

std::vector<double>
MeanFaults(const JobLife& life)
{
    constexpr double DAY = 86400; // seconds
    std::vector<double> faults;
    for (const LifeFaultKind& kind : life.kinds)
    {
        faults.push_back(kind.perDay * kind.count * life.length / DAY);
    }
    return faults;
}

std::vector<JobLife>
ReadJobLives(std::istream& in, const std::string& name, const StepTimeOf& stepTimeOf)
{
    return LifeReader(in, name, stepTimeOf).Jobs();
}

std::vector<JobLife>
ReadJobLifeFile(const std::string& path)
{
    std::ifstream in(path);
    if (!in)
    {
        throw ParseError(path, {1, 1}, "cannot open the file; expected a readable text");
    }
    // Tables are named relative to the file, so that a folder of both can be moved.
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    return ReadJobLives(in, path, [&folder](const std::string& table) {
        return MeanStepTimeOfFile(table.front() == '/' ? table : folder + table);
    });
}

} // namespace mrc
} // namespace ns3
