/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-workload-run.h"

#include "ns3/mrc-chakra-names.h"
#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-goal-binary-file.h"
#include "ns3/mrc-goal-stream.h"
#include "ns3/mrc-goal-watcher.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the word that the visualiser looks for, empty for a node that it does not know */
std::string
ChakraWordOf(ChakraKind kind)
{
    switch (kind)
    {
    case ChakraKind::MEM_LOAD:
        return "MEM_LOAD_NODE_LOCAL_MEMORY";
    case ChakraKind::MEM_STORE:
        return "MEM_STORE_NODE_LOCAL_MEMORY";
    case ChakraKind::COMP:
        return "COMP_NODE";
    case ChakraKind::COMM_SEND:
        return "COMM_SEND_NODE";
    case ChakraKind::COMM_RECV:
        return "COMM_RECV_NODE";
    case ChakraKind::COMM_COLL:
        return "COMM_COLL_NODE";
    default:
        return "";
    }
}

/** Writes a line when the first operation of a node starts, and one when the last one ends. */
class ChakraTimeline : public GoalWatcher
{
  public:
    ChakraTimeline(std::shared_ptr<const GoalStream> stream, std::ostream& out)
        : m_stream(std::move(stream)),
          m_file(*m_stream->in, m_stream->name, LinesOf(*m_stream)),
          m_names(m_stream->nodes()),
          m_out(out)
    {
    }

    void OperationStarted(uint32_t rank, uint32_t place) override
    {
        const uint32_t node = NodeOf(rank, place);
        // A node has several operations in a row; the first of them has another node in front.
        if (place == 0 || NodeOf(rank, place - 1) != node)
        {
            Write("issue", rank, node);
        }
    }

    void OperationEnded(uint32_t rank, uint32_t place) override
    {
        const uint32_t node = NodeOf(rank, place);
        if (place + 1 == m_file.CountOf(rank) || NodeOf(rank, place + 1) != node)
        {
            Write("callback", rank, node);
        }
    }

  private:
    /** @return the number of the node that an operation is of, counted over all ranks, from 1 */
    uint32_t NodeOf(uint32_t rank, uint32_t place)
    {
        return m_file.Read(rank, place).operation.at.line;
    }

    void Write(const char* event, uint32_t rank, uint32_t node)
    {
        ChakraName name = ReadChakraName(*m_names, node);
        const std::string word = ChakraWordOf(name.kind);
        if (word.empty())
        {
            return;
        }
        // The visualiser cuts lines at commas, columns at =, and words at nothing else.
        std::replace_if(
            name.name.begin(),
            name.name.end(),
            [](unsigned char c) { return c == ',' || c == '=' || c < ' '; },
            '_');
        m_out << event << ",npu=" << rank << ",cycle=" << Simulator::Now().GetNanoSeconds()
              << ",node=" << name.id << ",name=" << word << '_' << name.name << '\n';
    }

    std::shared_ptr<const GoalStream> m_stream;
    GoalBinaryFile m_file;
    std::shared_ptr<std::istream> m_names; //!< of nodes
    std::ostream& m_out;
};

} // namespace

void
WriteChakraTimeline(ConnectionMatrix& matrix, std::ostream& out)
{
    if (!matrix.stream || !matrix.stream->nodes)
    {
        throw std::invalid_argument(matrix.name +
                                    ": no traces of Chakra; expected some for a timeline of nodes");
    }
    // The driver tells a stream's watcher, so the matrix gets a stream of its own with one.
    const auto stream = std::make_shared<GoalStream>(*matrix.stream);
    stream->watcher = std::make_shared<ChakraTimeline>(matrix.stream, out);
    matrix.stream = stream;
}

} // namespace mrc
} // namespace ns3
