/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-workload-words.h"

#include "mrc-text-reader.h"
#include "mrc-workload-kinds.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <system_error>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t MOST_BYTES = 1ULL << 44; // of a buffer; own choice

std::string
Names()
{
    std::string names;
    for (const WorkloadKind& kind : WorkloadKinds())
    {
        names += (names.empty() ? "" : ", ") + std::string(kind.name);
    }
    return names;
}

/** @return the names of all keys of a workload */
std::vector<std::string>
KeysOf(const WorkloadKind& kind)
{
    std::vector<std::string> keys{"ranks"};
    if (kind.sizes != SizeSource::FILE)
    {
        keys.emplace_back("size");
    }
    for (const WorkloadKey& own : kind.own)
    {
        if (own.name != nullptr)
        {
            keys.emplace_back(own.name);
        }
    }
    if (kind.fileKey != nullptr)
    {
        keys.emplace_back(kind.fileKey);
    }
    // Only collective operations know nodes; ranks of other patterns are NICs.
    if (kind.factor != BusFactor::NONE)
    {
        for (const WorkloadKey& key : NodeKeys(kind))
        {
            keys.emplace_back(key.name);
        }
    }
    return keys;
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

    /** @return the number of a key, or the key's default */
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
        // The range counts for a given number only: a default of 0 passes, and is refused here.
        const uint32_t ranks = Number({"ranks", otherwise, 2, MOST_WORKLOAD_RANKS});
        if (ranks == 0)
        {
            m_reader.Fail(m_reader.End(), "no ranks; expected ranks=N, or --nics=N");
        }
        return ranks;
    }

    /** @return the file of the workload's sizes, empty if there is none */
    std::string File() const
    {
        const char* const key = m_kind->fileKey;
        const auto found = key == nullptr ? m_values.end() : m_values.find(key);
        if (found != m_values.end())
        {
            return found->second.text;
        }
        if (m_kind->sizes == SizeSource::FILE)
        {
            m_reader.Fail(m_reader.End(), std::string("no ") + key + "; expected " + key + "=FILE");
        }
        return "";
    }

    /** @return the model of the nodes of a collective operation */
    NodeModel Node() const
    {
        NodeModel node;
        if (m_kind->factor != BusFactor::NONE)
        {
            const auto [gpus, gbps, ns] = NodeKeys(*m_kind);
            node = {Number(gpus), Number(gbps) * uint64_t{1000000000}, Nanos(Number(ns))};
        }
        return node;
    }

    /** @return bytes, a number with or without a unit; 0 if a file has them */
    uint64_t Bytes() const
    {
        const auto found = m_values.find("size");
        if (found == m_values.end() && !File().empty())
        {
            return 0;
        }
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
        // The bound is divided by the unit, so that the product is at most MOST_BYTES.
        return m_reader.Number(word, "size, " + unit, 1, MOST_BYTES / known->second) *
               known->second;
    }

  private:
    /** The first word names the workload, all others are the workload's values. */
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
        for (const WorkloadKind& kind : WorkloadKinds())
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
        const std::vector<std::string> keys = KeysOf(*m_kind);
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    }

    void AddValue(const Token& word)
    {
        const std::size_t split = word.text.find('=');
        const std::string key = word.text.substr(0, split);
        if (split == std::string::npos || !IsKey(key))
        {
            std::string keys;
            for (const std::string& known : KeysOf(*m_kind))
            {
                keys += (keys.empty() ? "" : ", ") + known + "=";
            }
            m_reader.Fail(word.at, Quoted(word.text) + "; expected one of " + keys);
        }
        // Messages about a value point behind the `=`.
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
    // What each rank has to send at least, in buffers: its own share needs no sending.
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

/** @return the path of the user's file or, without one, of the shipped file of that name */
std::string
PathOf(const std::string& file, const std::string& folder)
{
    // To ask for a file must not open one: a pipe is read only once.
    const std::string shipped = folder + "/" + file;
    std::error_code error; // a file that cannot be asked about is not there
    const bool isShipped = !folder.empty() && !std::filesystem::exists(file, error) &&
                           std::filesystem::exists(shipped, error);
    // Errors about a file that is nowhere name it as the user did.
    return isShipped && !file.empty() ? shipped : file;
}

/** @return " KEY=DEFAULT", or nothing */
std::string
KeyHelp(const WorkloadKey& key)
{
    return key.name == nullptr ? "" : " " + std::string(key.name) + "=" + std::to_string(key.value);
}

} // namespace

ConnectionMatrix
ReadWorkload(const std::string& words, const WorkloadDefaults& defaults)
{
    const WorkloadReader reader(words);
    const WorkloadKind& kind = reader.Kind();
    WorkloadValues values{reader.Ranks(defaults.ranks),
                          reader.Bytes(),
                          {},
                          PathOf(reader.File(), defaults.folder),
                          reader.Node(),
                          KeyedDraws(defaults.key)};
    std::transform(kind.own.begin(), kind.own.end(), values.own.begin(), [&](const auto& key) {
        return reader.Number(key);
    });
    // All keys are read before anything is made, so a wrong word costs no time.
    ConnectionMatrix matrix = kind.make(values);
    matrix.node = values.node;
    matrix.collective = {values.bytes, FactorOf(kind.factor, values.ranks)};
    return matrix;
}

std::string
WorkloadHelp()
{
    std::string help;
    for (const WorkloadKind& kind : WorkloadKinds())
    {
        help += kind.name + std::string(" ranks=N");
        help += kind.sizes == SizeSource::FILE ? "" : " size=BYTES";
        help += kind.sizes == SizeSource::FILE ? " " + std::string(kind.fileKey) + "=FILE" : "";
        for (const WorkloadKey& key : kind.own)
        {
            help += KeyHelp(key);
        }
        help += kind.gpus == 1 ? "" : KeyHelp(NodeKeys(kind)[0]);
        help += "\n    " + std::string(kind.help) + '\n';
    }
    help += "    Of collective operations gpus=N ranks share a node";
    for (const WorkloadKey& key : NodeKeys(WorkloadKinds().front()))
    {
        help += KeyHelp(key);
    }
    return help + '\n';
}

} // namespace mrc
} // namespace ns3
