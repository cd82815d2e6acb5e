/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-files.h"

#include "mrc-chakra-groups.h"
#include "mrc-chakra-names.h"
#include "mrc-chakra-reader.h"
#include "mrc-chakra-translator.h"
#include "mrc-goal-limits.h"
#include "mrc-goal-stream.h"
#include "mrc-parse-error.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** What stands in messages about a text in front of the number of one of its lines. */
constexpr std::string_view LINE_WORD = "line ";

/** @return where the digits behind the next LINE_WORD begin; none: the end of the message */
std::size_t
FindChakraLine(const std::string& message, std::size_t from)
{
    const std::size_t at = message.find(LINE_WORD, from);
    return at == std::string::npos ? message.size() : at + LINE_WORD.size();
}

/** @return a file of the names of all nodes, for watchers of a run: the traces are read again */
std::shared_ptr<std::istream>
NamesOf(const ChakraFiles& files, const GoalSpool::NewFile& newFile)
{
    const std::shared_ptr<std::iostream> names = newFile();
    // A file of fixed records: a watcher finds a node's name by its number.
    for (uint32_t rank = 0; rank < files.ranks; ++rank)
    {
        const auto in = files.open(rank);
        ChakraReader reader(*in, ChakraNameOf(files.name, rank));
        while (const std::optional<ChakraNode> node = reader.Next())
        {
            WriteChakraName(*names, *node);
        }
    }
    names->flush();
    if (!*names)
    {
        throw ParseError(files.name,
                         {},
                         "a temporary file of the nodes cannot be written; expected more room in "
                         "the folder of temporary files (TMPDIR)");
    }
    return names;
}

/** Reads the traces of one workload; an instance is used once. */
class ChakraSource
{
  public:
    ChakraSource(const ChakraFiles& files, const ChakraChoices& choices)
        : m_files(files),
          m_choices(choices),
          m_groups(files.ranks),
          m_spool(files.name, choices.newFile),
          m_translator({files.ranks, GOAL_REACH, choices.gpuTflops}, GroupsWith(files), m_spool)
    {
    }

    ConnectionMatrix Stream()
    {
        m_spool.SetRanks(m_files.ranks);
        for (uint32_t rank = 0; rank < m_files.ranks; ++rank)
        {
            // Nodes count over all ranks, so that one number names both rank and node.
            m_first.push_back(m_nodes + 1);
            ReadRank(rank);
        }
        if (m_nodes == 0)
        {
            throw ChakraError(ChakraNameOf(m_files.name, 0), 0, "no nodes; expected some");
        }
        const auto stream = StreamOf(m_spool, m_files.name);
        stream->nodes = [files = m_files, newFile = m_choices.newFile] {
            return NamesOf(files, newFile);
        };
        return Told([&] { return PlayStream(stream, m_choices.mostSends); });
    }

  private:
    /** @return the groups, once those of the file are among them */
    const ChakraGroups& GroupsWith(const ChakraFiles& files)
    {
        if (!files.groups.empty())
        {
            m_groups.Read(files.groups, files.groupsName);
        }
        return m_groups;
    }

    void ReadRank(uint32_t rank)
    {
        const std::string name = ChakraNameOf(m_files.name, rank);
        const auto in = m_files.open(rank);
        ChakraReader reader(*in, name);
        m_translator.Begin(rank, name);
        while (const std::optional<ChakraNode> node = reader.Next())
        {
            if (m_nodes == GOAL_MOST_STREAMED)
            {
                throw ChakraError(name,
                                  node->at,
                                  "more than " + std::to_string(m_nodes) +
                                      " nodes of all ranks; expected fewer");
            }
            ++m_nodes;
            Told([&] { m_translator.Add(*node, m_nodes); });
        }
        // Nodes may wait for nodes behind them, so the end of a rank says which are missing.
        m_translator.End();
    }

    /** Does something; an error of the schedule becomes one of the trace. */
    template <typename Action>
    auto Told(const Action& action) -> decltype(action())
    {
        try
        {
            return action();
        }
        catch (const ParseError& error)
        {
            Fail(error);
        }
    }

    /** Lines of a schedule are nodes, those of rank 0 first. */
    [[noreturn]] void Fail(const ParseError& error)
    {
        const std::string place = m_files.name + ":" + std::to_string(error.At().line) + ":" +
                                  std::to_string(error.At().column) + ": ";
        const std::string message = std::string(error.what()).substr(place.size());
        std::string text;
        // Lines inside the text become nodes too: the user has no file with such lines.
        for (std::size_t at = 0; at < message.size();)
        {
            const std::size_t digits = FindChakraLine(message, at);
            const auto end = std::find_if_not(message.begin() + digits,
                                              message.end(),
                                              [](unsigned char c) { return std::isdigit(c) != 0; });
            const std::string line(message.begin() + digits, end);
            text += message.substr(at, digits - at);
            if (!line.empty())
            {
                // The words of a node bring their own noun along.
                text.resize(text.size() - LINE_WORD.size());
                text += TextOf(static_cast<uint32_t>(std::stoul(line)));
            }
            at = static_cast<std::size_t>(end - message.begin());
        }
        const uint32_t rank = RankOf(error.At().line);
        const ChakraNode node = NodeAt(error.At().line);
        throw ChakraError(ChakraNameOf(m_files.name, rank),
                          node.at,
                          "node " + std::to_string(node.id) + ": " + text);
    }

    std::string TextOf(uint32_t number)
    {
        return "node " + std::to_string(NodeAt(number).id) + " of rank " +
               std::to_string(RankOf(number));
    }

    uint32_t RankOf(uint32_t number) const
    {
        // The rank is the last one that begins at this number or before.
        const auto behind = std::upper_bound(m_first.begin(), m_first.end(), number);
        return static_cast<uint32_t>(behind - m_first.begin()) - 1;
    }

    /** @return a node, read again. @param number of it, counted over all ranks, from 1 */
    ChakraNode NodeAt(uint32_t number) const
    {
        // No node stays in memory: only an error asks for one again.
        const uint32_t rank = RankOf(number);
        const auto in = m_files.open(rank);
        ChakraReader reader(*in, ChakraNameOf(m_files.name, rank));
        std::optional<ChakraNode> node;
        for (uint32_t i = m_first[rank]; i <= number; ++i)
        {
            node = reader.Next();
        }
        return node.value_or(ChakraNode());
    }

    const ChakraFiles& m_files;
    const ChakraChoices& m_choices;
    ChakraGroups m_groups;
    GoalSpool m_spool;
    ChakraTranslator m_translator;
    uint32_t m_nodes{0};           //!< of all ranks so far
    std::vector<uint32_t> m_first; //!< by rank: number of its first node
};

} // namespace

ConnectionMatrix
StreamChakra(const ChakraFiles& files, const ChakraChoices& choices)
{
    if (files.ranks < 2)
    {
        throw std::invalid_argument(ChakraNameOf(files.name, files.ranks) +
                                    ": no such file; expected traces of two ranks or more");
    }
    return ChakraSource(files, choices).Stream();
}

} // namespace mrc
} // namespace ns3
