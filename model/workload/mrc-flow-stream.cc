/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-stream.h"

#include "mrc-flow-list.h"
#include "mrc-matrix-flows.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

std::unique_ptr<FlowSource>
OpenList(std::istream& in, const FlowStream& stream)
{
    return std::make_unique<FlowListReader>(in, stream.name, stream.nics);
}

std::unique_ptr<FlowSource>
OpenMatrix(std::istream& in, const FlowStream& stream)
{
    return std::make_unique<MatrixFlows>(in, stream.name);
}

/** @return the text of a stream, at its begin */
std::istream&
Rewound(const FlowStream& stream)
{
    stream.in->clear(); // the end was reached before
    stream.in->seekg(0);
    if (!*stream.in)
    {
        throw ParseError(stream.name,
                         {},
                         "no regular file; expected one, as long lists of flows are read twice");
    }
    return *stream.in;
}

/** Reads all flows of a stream once. @param nodes of the matrix, at least */
ConnectionMatrix
Counted(const std::shared_ptr<FlowStream>& stream, uint32_t nodes)
{
    // The first reading checks all lines and counts, so a run cannot fail half-way.
    ConnectionMatrix matrix;
    matrix.name = stream->name;
    matrix.nodes = nodes;
    FlowStreamReader reader(*stream);
    for (Transfer flow; reader.Next(flow);)
    {
        matrix.nodes = std::max({matrix.nodes, flow.source + 1, flow.destination + 1});
        ++stream->flows;
        stream->bytes += flow.bytes;
    }
    stream->nics = matrix.nodes; // the second reading keeps to these
    matrix.list = stream;
    matrix.mostSends = stream->most;
    return matrix;
}

} // namespace

FlowStreamReader::FlowStreamReader(const FlowStream& stream)
    : m_stream(stream),
      m_reader(stream.open(Rewound(stream), stream))
{
}

/** @return whether a NIC's next flow is one of those that are taken */
bool
FlowStreamReader::IsTaken(uint32_t source)
{
    if (m_stream.most == 0)
    {
        return true;
    }
    if (source >= m_sent.size())
    {
        // The number of NICs is not known before all flows are read.
        m_sent.resize(source + 1);
    }
    return m_sent[source]++ < m_stream.most;
}

bool
FlowStreamReader::Next(Transfer& flow)
{
    while (m_reader->Next(flow))
    {
        if (IsTaken(flow.source))
        {
            ++m_taken;
            return true;
        }
    }
    if (m_stream.flows != 0 && m_taken != m_stream.flows) // the first reading counts
    {
        throw ParseError(m_stream.name,
                         {},
                         "the file has changed since it was checked: it has " +
                             std::to_string(m_taken) + " flows to take; expected " +
                             std::to_string(m_stream.flows));
    }
    return false;
}

ConnectionMatrix
StreamFlows(std::shared_ptr<std::istream> in, const std::string& name, uint32_t nics, uint64_t most)
{
    const auto stream = std::make_shared<FlowStream>();
    stream->in = std::move(in);
    stream->open = OpenList;
    stream->name = name;
    stream->nics = nics;
    stream->most = most;
    return Counted(stream, nics == 0 ? 2 : nics);
}

std::optional<ConnectionMatrix>
StreamMatrix(std::shared_ptr<std::istream> in, const std::string& name, uint64_t most)
{
    const auto stream = std::make_shared<FlowStream>();
    stream->in = std::move(in);
    stream->open = OpenMatrix;
    stream->name = name;
    stream->most = most;
    try
    {
        return Counted(stream, ReadMatrixHead(Rewound(*stream), name).nodes);
    }
    // Such a file is read into memory instead.
    catch (const NoFlowInOrder&)
    {
        return std::nullopt;
    }
}

} // namespace mrc
} // namespace ns3
