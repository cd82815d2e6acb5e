/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-simai-head.h"

#include "mrc-training-numbers.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t SIMAI_MOST_PP_COMM = std::numeric_limits<int64_t>::max();
constexpr uint64_t SIMAI_MOST_HANDED = std::numeric_limits<uint32_t>::max(); // of a transfer
constexpr uint64_t SIMAI_MOST_GA = std::numeric_limits<uint32_t>::max();

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
    // SimAI's own loop does not use these [simai-stages].
    {"pp", 1, MOST_TRAINING_RANKS, false},
    {"vpp", 1, MOST_TRAINING_RANKS, false},
    {"ga", 1, SIMAI_MOST_GA, false},
    {"pp_comm", 0, SIMAI_MOST_PP_COMM, false},
    // How many numbers of rows follow.
    {"checkpoints", 0, SIMAI_MOST_ROWS, false},
    {"checkpoint_initiates", 0, SIMAI_MOST_ROWS, false},
};

const SimaiHeadKey*
SimaiKeyOf(const std::string& word)
{
    // Files have pp_comm with a colon and without.
    const bool hasColon = !word.empty() && word.back() == ':';
    const std::string name = word.substr(0, word.size() - (hasColon ? 1 : 0));
    const auto* const found =
        std::find_if(std::begin(SIMAI_HEAD), std::end(SIMAI_HEAD), [&](const SimaiHeadKey& key) {
            return name == key.word;
        });
    return found == std::end(SIMAI_HEAD) ? nullptr : found;
}

/**
 * AICB divides in Python, which leaves .0 behind a whole number. Other fractions stay, and are
 * refused as numbers.
 *
 * @return a number without .0 behind it
 */
Token
WithoutZeros(const Token& word)
{
    const std::size_t point = word.text.find('.');
    const bool isWhole = point != std::string::npos && point + 1 < word.text.size() &&
                         word.text.find_first_not_of('0', point + 1) == std::string::npos;
    return {word.text.substr(0, isWhole ? point : std::string::npos), word.at};
}

std::string
SimaiHeadWords()
{
    std::string words;
    for (const SimaiHeadKey& key : SIMAI_HEAD)
    {
        words += (words.empty() ? "" : ", ") + std::string(key.word) + ":";
    }
    return words;
}

} // namespace

SimaiHead::SimaiHead(TextReader& reader)
    : m_reader(reader)
{
    const std::string expected =
        std::string("; expected ") + SIMAI_REPEATING + " or " + SIMAI_PLAIN;
    std::vector<Token> words;
    if (!m_reader.NextLine(words))
    {
        m_reader.Fail(m_reader.End(), "no workload" + expected);
    }
    // The policy comes first: the word alone tells such a file from others.
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

/** @return the place of the next key */
std::size_t
SimaiHead::AddKey(const std::vector<Token>& words, std::size_t at)
{
    const SimaiHeadKey* const key = SimaiKeyOf(words[at].text);
    if (key == nullptr)
    {
        m_reader.Fail(words[at].at,
                      Quoted(words[at].text) + "; expected one of " + SimaiHeadWords());
    }
    const Token word = WithoutZeros(WordAt(words, at + 1, key->word));
    const uint64_t number = m_reader.Number(word, key->word, key->least, key->most);
    if (!m_numbers.emplace(key->word, Number{number, words[at + 1].at}).second)
    {
        m_reader.Fail(words[at].at, std::string(key->word) + " again; expected it once");
    }
    at += 2;
    // Behind the two words of checkpoints the number says how many rows follow in the same line.
    const bool isList = std::string(key->word).compare(0, 10, "checkpoint") == 0;
    for (uint64_t i = 0; isList && i < number; ++i, ++at)
    {
        m_lists[key->word].push_back(WordAt(words, at, key->word));
    }
    return at;
}

const Token&
SimaiHead::WordAt(const std::vector<Token>& words, std::size_t at, const char* key) const
{
    if (at >= words.size())
    {
        m_reader.Fail(m_reader.End(), std::string(key) + " ends; expected a number more");
    }
    return words[at];
}

/** @throws ParseError if a number of the first line does not divide the other one */
uint32_t
SimaiHead::Divided(uint32_t whole, const char* key, const char* what) const
{
    const Number& part = m_numbers.at(key);
    if (whole % part.number != 0)
    {
        m_reader.Fail(part.at,
                      std::string(key) + " is " + std::to_string(part.number) +
                          "; expected a divisor of " + what + ", " + std::to_string(whole));
    }
    return static_cast<uint32_t>(whole / part.number);
}

uint64_t
SimaiHead::NumberOf(const char* key, uint64_t without) const
{
    const auto found = m_numbers.find(key);
    return found == m_numbers.end() ? without : found->second.number;
}

void
SimaiHead::SetRanks(SimaiWorkload& workload, SimaiStages stages) const
{
    TrainingJob& job = workload.job;
    const auto gpus = static_cast<uint32_t>(m_numbers.at("all_gpus").number);
    // The rest of the GPUs are replicas: SimAI derives the number along data.
    const uint32_t replicas = Divided(gpus, "model_parallel_NPU_group", "all_gpus");
    job.tensor = gpus / replicas;
    job.data = replicas;
    workload.stages = static_cast<uint32_t>(NumberOf("pp", 1));
    workload.microbatches = static_cast<uint32_t>(NumberOf("ga", 1));
    workload.chunks = static_cast<uint32_t>(NumberOf("vpp", 1));
    const bool hasStages = stages == SimaiStages::AS_GIVEN;
    if (hasStages)
    {
        SetStages(workload);
    }
    const char* const whole = hasStages && job.pipeline > 1
                                  ? "all_gpus / model_parallel_NPU_group / pp"
                                  : "all_gpus / model_parallel_NPU_group";
    // `ep` counts ranks of a group along data, so it must divide them.
    job.expert = job.data / Divided(job.data, "ep", whole);
    job.experts = job.expert;
}

/** Stages share the ranks: there are fewer along data. */
void
SimaiHead::SetStages(SimaiWorkload& workload) const
{
    TrainingJob& job = workload.job;
    job.microbatches = workload.microbatches;
    // Without stages nothing is handed on, and pp_comm may be anything.
    if (workload.stages == 1)
    {
        return;
    }
    job.data = Divided(job.data, "pp", "all_gpus / model_parallel_NPU_group");
    job.pipeline = workload.stages;
    workload.handedBytes = NumberOf("pp_comm", 0);
    if (workload.handedBytes == 0 || workload.handedBytes > SIMAI_MOST_HANDED)
    {
        m_reader.Fail(m_numbers.at("pp").at,
                      "pp is " + std::to_string(workload.stages) + " and pp_comm is " +
                          std::to_string(workload.handedBytes) +
                          "; expected the bytes that a stage hands on, 1 .. " +
                          std::to_string(SIMAI_MOST_HANDED));
    }
}

std::vector<Token>
SimaiHead::RowsOf(const std::string& key) const
{
    const auto found = m_lists.find(key);
    return found == m_lists.end() ? std::vector<Token>() : found->second;
}

TextPosition
SimaiHead::PlaceOf(const std::string& key) const
{
    return m_numbers.at(key).at;
}

} // namespace mrc
} // namespace ns3
