/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-simai-workload.h"
#include "mrc-text-reader.h"
#include "mrc-training-numbers.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t SIMAI_MOST_ROWS = 1000000; // some 130 MB; own choice
constexpr std::size_t SIMAI_FIELDS = 12;      // of a row
constexpr uint64_t SIMAI_MOST_BITS = std::numeric_limits<int64_t>::max();
constexpr uint64_t SIMAI_LONGEST = std::numeric_limits<uint32_t>::max(); // work, or a transfer

constexpr const char* SIMAI_REPEATING = "HYBRID_TRANSFORMER_FWD_IN_BCKWD";
constexpr const char* SIMAI_PLAIN = "HYBRID_TRANSFORMER";

/** A word of the first line with a number behind it. */
struct SimaiHeadKey
{
    const char* word;
    uint64_t least;
    uint64_t most;
    bool isNeeded;
};

const SimaiHeadKey SIMAI_HEAD[] = {
    {"model_parallel_NPU_group", 1, MOST_TRAINING_RANKS, true},
    {"ep", 1, MOST_TRAINING_RANKS, true},
    {"all_gpus", 2, MOST_TRAINING_RANKS, true},
    // SimAI's own loop does not use these [simai-files].
    {"pp", 1, MOST_TRAINING_RANKS, false},
    {"vpp", 1, MOST_TRAINING_RANKS, false},
    {"ga", 1, SIMAI_LONGEST, false},
    {"pp_comm", 0, SIMAI_MOST_BITS, false},
    // How many numbers of rows follow.
    {"checkpoints", 0, SIMAI_MOST_ROWS, false},
    {"checkpoint_initiates", 0, SIMAI_MOST_ROWS, false},
};

/** A kind of a collective operation by its word. */
struct SimaiKindWord
{
    const char* word;
    SimaiKind kind;
};

const SimaiKindWord SIMAI_KINDS[] = {
    {"ALLREDUCE", SimaiKind::ALL_REDUCE},
    {"ALLGATHER", SimaiKind::ALL_GATHER},
    {"REDUCESCATTER", SimaiKind::REDUCE_SCATTER},
    {"ALLTOALL", SimaiKind::ALL_TO_ALL},
};

/** The lines of a file, which complain with their place. */
class SimaiReader
{
  public:
    SimaiReader(std::istream& in, const std::string& name)
        : m_reader(in, name)
    {
        m_workload.job.name = name;
        ReadHead();
        SetGroups();
        ReadRows();
        SetRepeats();
    }

    SimaiWorkload Take()
    {
        return std::move(m_workload);
    }

  private:
    void ReadHead()
    {
        const std::string expected =
            std::string("; expected ") + SIMAI_REPEATING + " or " + SIMAI_PLAIN;
        std::vector<Token> words;
        if (!m_reader.NextLine(words))
        {
            m_reader.Fail(m_reader.End(), "no workload" + expected);
        }
        const std::string& policy = words[0].text;
        if (policy != SIMAI_REPEATING && policy != SIMAI_PLAIN)
        {
            m_reader.Fail(words[0].at, Quoted(policy) + expected);
        }
        m_repeats = policy == SIMAI_REPEATING;
        for (std::size_t next = 1; next < words.size();)
        {
            next = AddKey(words, next);
        }
        for (const SimaiHeadKey& key : SIMAI_HEAD)
        {
            if (key.isNeeded && m_numbers.count(key.word) == 0)
            {
                m_reader.Fail(m_reader.End(),
                              std::string("no ") + key.word + "; expected " + key.word + ": N");
            }
        }
    }

    static const SimaiHeadKey* KeyOf(const std::string& word)
    {
        // Files have pp_comm with a colon and without.
        const bool hasColon = !word.empty() && word.back() == ':';
        const std::string name = word.substr(0, word.size() - (hasColon ? 1 : 0));
        const auto* const found =
            std::find_if(std::begin(SIMAI_HEAD),
                         std::end(SIMAI_HEAD),
                         [&](const SimaiHeadKey& key) { return name == key.word; });
        return found == std::end(SIMAI_HEAD) ? nullptr : found;
    }

    static std::string HeadWords()
    {
        std::string words;
        for (const SimaiHeadKey& key : SIMAI_HEAD)
        {
            words += (words.empty() ? "" : ", ") + std::string(key.word) + ":";
        }
        return words;
    }

    /** @return the place of the next key */
    std::size_t AddKey(const std::vector<Token>& words, std::size_t at)
    {
        const SimaiHeadKey* const key = KeyOf(words[at].text);
        if (key == nullptr)
        {
            m_reader.Fail(words[at].at,
                          Quoted(words[at].text) + "; expected one of " + HeadWords());
        }
        const uint64_t number =
            m_reader.Number(WordAt(words, at + 1, key->word), key->word, key->least, key->most);
        if (!m_numbers.emplace(key->word, HeadNumber{number, words[at + 1].at}).second)
        {
            m_reader.Fail(words[at].at, std::string(key->word) + " again; expected it once");
        }
        at += 2;
        const bool isList = std::string(key->word).compare(0, 10, "checkpoint") == 0;
        for (uint64_t i = 0; isList && i < number; ++i, ++at)
        {
            m_lists[key->word].push_back(WordAt(words, at, key->word));
        }
        return at;
    }

    const Token& WordAt(const std::vector<Token>& words, std::size_t at, const char* key) const
    {
        if (at >= words.size())
        {
            m_reader.Fail(m_reader.End(), std::string(key) + " ends; expected a number more");
        }
        return words[at];
    }

    /** @throws ParseError if a number of the first line does not divide the other one */
    uint32_t Divided(uint32_t whole, const char* key, const char* what) const
    {
        const HeadNumber& part = m_numbers.at(key);
        if (whole % part.number != 0)
        {
            m_reader.Fail(part.at,
                          std::string(key) + " is " + std::to_string(part.number) +
                              "; expected a divisor of " + what + ", " + std::to_string(whole));
        }
        return static_cast<uint32_t>(whole / part.number);
    }

    void SetGroups()
    {
        TrainingJob& job = m_workload.job;
        const auto gpus = static_cast<uint32_t>(m_numbers.at("all_gpus").number);
        job.data = Divided(gpus, "model_parallel_NPU_group", "all_gpus");
        job.tensor = gpus / job.data;
        job.expert = job.data / Divided(job.data, "ep", "all_gpus / model_parallel_NPU_group");
        job.experts = job.expert;
    }

    void ReadRows()
    {
        std::vector<Token> words;
        if (!m_reader.NextLine(words))
        {
            m_reader.Fail(m_reader.End(), "the end; expected the number of rows");
        }
        const uint64_t count = m_reader.Number(words[0], "number of rows", 1, SIMAI_MOST_ROWS);
        if (words.size() > 1)
        {
            m_reader.Fail(words[1].at, Quoted(words[1].text) + "; expected the end of the line");
        }
        while (m_reader.NextLine(words))
        {
            if (m_workload.rows.size() == count)
            {
                m_reader.Fail(words[0].at,
                              "a row more; expected " + std::to_string(count) +
                                  ", as the second line says");
            }
            AddRow(words);
        }
        if (m_workload.rows.size() != count)
        {
            m_reader.Fail(m_reader.End(),
                          "the end behind " + std::to_string(m_workload.rows.size()) +
                              " rows; expected " + std::to_string(count));
        }
    }

    void AddRow(const std::vector<Token>& words)
    {
        if (words.size() != SIMAI_FIELDS)
        {
            m_reader.Fail(words[0].at,
                          "a row of " + std::to_string(words.size()) +
                              " fields; expected 12: NAME, -1, three times NS KIND BYTES, NS");
        }
        const std::string& dependency = words[1].text;
        const std::size_t sign = dependency[0] == '-' ? 1 : 0;
        if (dependency.size() == sign ||
            dependency.find_first_not_of("0123456789", sign) != std::string::npos)
        {
            m_reader.Fail(words[1].at,
                          "dependency is " + Quoted(dependency) + "; expected a whole number");
        }
        SimaiRow row;
        row.forwardNs = Ns(words[2]);
        row.forward = Collective(words[3], words[4], SimaiGroup::TENSOR);
        row.inputNs = Ns(words[5]);
        row.input = Collective(words[6], words[7], SimaiGroup::TENSOR);
        row.weightNs = Ns(words[8]);
        row.weight = Collective(words[9], words[10], SimaiGroup::DATA);
        row.updateNs = Ns(words[11]);
        m_workload.rows.push_back(row);
    }

    uint32_t Ns(const Token& word) const
    {
        return static_cast<uint32_t>(m_reader.Number(word, "time, ns", 0, SIMAI_LONGEST));
    }

    SimaiCollective Collective(const Token& kind, const Token& bytes, SimaiGroup own) const
    {
        SimaiCollective collective = OperationOf(kind, own);
        collective.bytes = m_reader.Number(bytes, "size, bytes", 0, SIMAI_MOST_BITS);
        const uint32_t ranks = m_workload.SizeOf(collective.group);
        // Each transfer has a rank's part, of which the longest one is rounded up.
        if (m_workload.Sends(collective) && (collective.bytes - 1) / ranks >= SIMAI_LONGEST)
        {
            m_reader.Fail(bytes.at,
                          bytes.text + " bytes for " + std::to_string(ranks) +
                              " ranks; expected at most " + std::to_string(SIMAI_LONGEST) +
                              " for each");
        }
        return collective;
    }

    SimaiCollective OperationOf(const Token& word, SimaiGroup own) const
    {
        if (word.text == "NONE")
        {
            return {};
        }
        for (const SimaiKindWord& one : SIMAI_KINDS)
        {
            const std::string plain = one.word;
            const std::pair<std::string, SimaiGroup> forms[] = {
                {plain, own},
                {plain + "_EP", SimaiGroup::EXPERT},
                {plain + "_DP_EP", SimaiGroup::REPLICA}};
            for (const auto& [text, group] : forms)
            {
                if (word.text == text)
                {
                    return {one.kind, group, 0};
                }
            }
        }
        m_reader.Fail(word.at,
                      Quoted(word.text) + "; expected NONE, ALLREDUCE, ALLGATHER, REDUCESCATTER or "
                                          "ALLTOALL, also with _EP or _DP_EP");
    }

    std::set<uint32_t> RowsOf(const char* key)
    {
        std::set<uint32_t> rows;
        for (const Token& word : m_lists[key])
        {
            rows.insert(static_cast<uint32_t>(
                m_reader.Number(word, "row, from 0", 0, m_workload.rows.size() - 1)));
        }
        return rows;
    }

    void SetRepeats()
    {
        const std::set<uint32_t> kept = RowsOf("checkpoints");
        for (const uint32_t row : RowsOf("checkpoint_initiates"))
        {
            const auto behind = kept.upper_bound(row);
            if (behind == kept.begin())
            {
                m_reader.Fail(m_numbers.at("checkpoint_initiates").at,
                              "row " + std::to_string(row) +
                                  " without a checkpoint; expected one at it or before it");
            }
            if (m_repeats)
            {
                m_workload.rows[row].repeatsFrom = *std::prev(behind);
            }
        }
    }

    /** A number of the first line. */
    struct HeadNumber
    {
        uint64_t number;
        TextPosition at;
    };

    TextReader m_reader;
    SimaiWorkload m_workload;
    bool m_repeats{false}; //!< whether checkpoints count
    std::map<std::string, HeadNumber> m_numbers;
    std::map<std::string, std::vector<Token>> m_lists;
};

} // namespace

SimaiWorkload
ReadSimaiWorkload(std::istream& in, const std::string& name)
{
    return SimaiReader(in, name).Take();
}

SimaiWorkload
ReadSimaiWorkloadFile(const std::string& path)
{
    std::ifstream in(path);
    if (!in)
    {
        throw ParseError(path, {1, 1}, "cannot open the file; expected a workload of SimAI");
    }
    return ReadSimaiWorkload(in, path);
}

} // namespace mrc
} // namespace ns3
