/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-workload-words.h"

#include "mrc-collectives.h"
#include "mrc-text-reader.h"
#include "mrc-traffic-patterns.h"

#include "ns3/mrc-hash.h"

#include <map>
#include <sstream>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t MOST = 1U << 20;         // of ranks and of all else
constexpr uint64_t MOST_BYTES = 1ULL << 44; // of a buffer; own choice

/** A key that a workload has beside ranks and size. */
struct WorkloadKey
{
    const char* name; //!< nullptr: there is none
    uint32_t value;   //!< where it is not said
    uint32_t least;   //!< that may be said
    uint32_t most;    //!< likewise
};

/** What the words say. */
struct WorkloadValues
{
    uint32_t ranks;
    uint64_t bytes;
    uint32_t own;   //!< of the workload's own key
    uint32_t other; //!< of its second one
    KeyedDraws draws;
};

/** How many times the buffer a link of each rank carries. */
enum class BusFactor
{
    NONE,   //!< no collective
    WHOLE,  //!< 1
    OTHERS, //!< (ranks - 1) / ranks
    TWICE,  //!< 2 (ranks - 1) / ranks
};

using MakeMatrix = ConnectionMatrix (*)(const WorkloadValues& values);

template <ConnectionMatrix (*COLLECTIVE)(const CollectiveSize&)>
ConnectionMatrix
Make(const WorkloadValues& values)
{
    return COLLECTIVE({values.ranks, values.bytes, values.own});
}

/** A workload that has a name. */
struct WorkloadKind
{
    const char* name;
    WorkloadKey own;
    WorkloadKey other;
    BusFactor factor;
    MakeMatrix make;
    const char* help;
};

constexpr WorkloadKey NO_KEY{nullptr, 1, 1, 1};

constexpr WorkloadKind KINDS[]{
    {"ring-allreduce",
     {"channels", 1, 1, MOST},
     NO_KEY,
     BusFactor::TWICE,
     &Make<RingAllReduce>,
     "sums of all buffers for all ranks, in rings"},
    {"ring-reducescatter",
     {"channels", 1, 1, MOST},
     NO_KEY,
     BusFactor::OTHERS,
     &Make<RingReduceScatter>,
     "the first round of it"},
    {"ring-allgather",
     {"channels", 1, 1, MOST},
     NO_KEY,
     BusFactor::OTHERS,
     &Make<RingAllGather>,
     "the second round of it"},
    {"halving-doubling-allreduce",
     NO_KEY,
     NO_KEY,
     BusFactor::TWICE,
     &Make<HalvingDoublingAllReduce>,
     "the same sums; ranks are a power of 2"},
    {"tree-allreduce",
     {"pieces", 8, 1, MOST},
     NO_KEY,
     BusFactor::TWICE,
     &Make<TreeAllReduce>,
     "the same sums, up a binary tree and down again"},
    {"tree-broadcast",
     {"pieces", 8, 1, MOST},
     NO_KEY,
     BusFactor::WHOLE,
     &Make<TreeBroadcast>,
     "the buffer of rank 0 for all ranks"},
    {"all-to-all",
     {"window", 1, 1, MOST},
     NO_KEY,
     BusFactor::OTHERS,
     &Make<AllToAll>,
     "a share of each buffer for each rank, so many at a time"},
    {"permutation",
     NO_KEY,
     NO_KEY,
     BusFactor::NONE,
     [](const WorkloadValues& v) { return DrawnPermutation(v.ranks, v.bytes, v.draws); },
     "each rank to another, drawn"},
    {"tornado",
     NO_KEY,
     NO_KEY,
     BusFactor::NONE,
     [](const WorkloadValues& v) { return Tornado(v.ranks, v.bytes); },
     "each rank to the one half of all ranks ahead"},
    {"incast",
     {"senders", 7, 1, MOST},
     {"victims", 0, 0, 1},
     BusFactor::NONE,
     [](const WorkloadValues& v) { return Incast(v.ranks, v.own, v.bytes, v.other); },
     "the last ranks to rank 0, and a victim to rank 1"},
};

std::string
Names()
{
    std::string names;
    for (const WorkloadKind& kind : KINDS)
    {
        names += (names.empty() ? "" : ", ") + std::string(kind.name);
    }
    return names;
}

/** The words of a description, which complain with their position. */
class WorkloadReader
{
  public:
    explicit WorkloadReader(const std::string& words)
        : m_text(words),
          m_reader(m_text, "--workload")
    {
        for (std::vector<Token> tokens; m_reader.NextLine(tokens);)
        {
            for (const Token& word : tokens)
            {
                Add(word);
            }
        }
        if (m_kind == nullptr)
        {
            m_reader.Fail({}, "no workload; expected " + Names());
        }
    }

    const WorkloadKind& Kind() const
    {
        return *m_kind;
    }

    /** @return the number of a key, or the one that counts if it is not said */
    uint32_t Number(const WorkloadKey& key) const
    {
        const auto found = key.name == nullptr ? m_values.end() : m_values.find(key.name);
        return found == m_values.end()
                   ? key.value
                   : static_cast<uint32_t>(
                         m_reader.Number(found->second, key.name, key.least, key.most));
    }

    uint32_t Ranks(uint32_t otherwise) const
    {
        const uint32_t ranks = Number({"ranks", otherwise, 2, MOST});
        if (ranks == 0)
        {
            m_reader.Fail(m_reader.End(), "no ranks; expected ranks=N, or --nics=N");
        }
        return ranks;
    }

    /** @return bytes; a number with or without a unit */
    uint64_t Bytes() const
    {
        const auto found = m_values.find("size");
        if (found == m_values.end())
        {
            m_reader.Fail(m_reader.End(), "no size; expected size=BYTES, such as size=64MiB");
        }
        const std::string& text = found->second.text;
        const std::size_t digits = text.find_first_not_of("0123456789");
        const std::string unit = digits == std::string::npos ? "B" : text.substr(digits);
        static const std::map<std::string, uint64_t> units{{"B", 1},
                                                           {"KB", 1000},
                                                           {"MB", 1000000},
                                                           {"GB", 1000000000},
                                                           {"KiB", 1ULL << 10},
                                                           {"MiB", 1ULL << 20},
                                                           {"GiB", 1ULL << 30}};
        const auto known = units.find(unit);
        if (known == units.end() || digits == 0)
        {
            m_reader.Fail(found->second.at,
                          Quoted(text) + "; expected a size such as 4096, 64KB or 1GiB");
        }
        const Token word{text.substr(0, digits), found->second.at};
        return m_reader.Number(word, "size, " + unit, 1, MOST_BYTES / known->second) *
               known->second;
    }

  private:
    /** The first word names the workload, all others are its values. */
    void Add(const Token& word)
    {
        if (m_kind == nullptr)
        {
            m_kind = KindOf(word);
        }
        else
        {
            AddValue(word);
        }
    }

    const WorkloadKind* KindOf(const Token& word) const
    {
        for (const WorkloadKind& kind : KINDS)
        {
            if (word.text == kind.name)
            {
                return &kind;
            }
        }
        m_reader.Fail(word.at, Quoted(word.text) + "; expected " + Names());
    }

    bool IsKey(const std::string& key) const
    {
        const auto is = [&key](const WorkloadKey& own) {
            return own.name != nullptr && key == own.name;
        };
        return key == "ranks" || key == "size" || is(m_kind->own) || is(m_kind->other);
    }

    void AddValue(const Token& word)
    {
        const std::size_t split = word.text.find('=');
        const std::string key = word.text.substr(0, split);
        if (split == std::string::npos || !IsKey(key))
        {
            std::string keys = "ranks=, size=";
            for (const WorkloadKey& own : {m_kind->own, m_kind->other})
            {
                keys += own.name == nullptr ? "" : std::string(", ") + own.name + "=";
            }
            m_reader.Fail(word.at, Quoted(word.text) + "; expected one of " + keys);
        }
        const auto column = static_cast<uint32_t>(word.at.column + split + 1);
        const Token value{word.text.substr(split + 1), {word.at.line, column}};
        if (!m_values.emplace(key, value).second)
        {
            m_reader.Fail(word.at, key + " again; expected it once");
        }
    }

    std::istringstream m_text;
    TextReader m_reader;
    const WorkloadKind* m_kind{nullptr};
    std::map<std::string, Token> m_values;
};

double
FactorOf(BusFactor factor, uint32_t ranks)
{
    const double others = static_cast<double>(ranks - 1) / ranks;
    switch (factor)
    {
    case BusFactor::WHOLE:
        return 1;
    case BusFactor::OTHERS:
        return others;
    case BusFactor::TWICE:
        return 2 * others;
    case BusFactor::NONE:
        break;
    }
    return 0;
}

} // namespace

ConnectionMatrix
ReadWorkload(const std::string& words, const WorkloadDefaults& defaults)
{
    const WorkloadReader reader(words);
    const WorkloadKind& kind = reader.Kind();
    const WorkloadValues values{reader.Ranks(defaults.ranks),
                                reader.Bytes(),
                                reader.Number(kind.own),
                                reader.Number(kind.other),
                                KeyedDraws(defaults.key)};
    ConnectionMatrix matrix = kind.make(values);
    matrix.collective = {values.bytes, FactorOf(kind.factor, values.ranks)};
    return matrix;
}

std::string
WorkloadHelp()
{
    std::string help;
    for (const WorkloadKind& kind : KINDS)
    {
        help += kind.name + std::string(" ranks=N size=BYTES");
        for (const WorkloadKey& key : {kind.own, kind.other})
        {
            help += key.name == nullptr
                        ? ""
                        : " " + std::string(key.name) + "=" + std::to_string(key.value);
        }
        help += "\n    " + std::string(kind.help) + '\n';
    }
    return help;
}

} // namespace mrc
} // namespace ns3
