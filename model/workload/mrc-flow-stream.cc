/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-stream.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

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

} // namespace

FlowStreamReader::FlowStreamReader(const FlowStream& stream)
    : m_stream(stream),
      m_reader(Rewound(stream), stream.name, stream.nics)
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
        m_sent.resize(source + 1);
    }
    return m_sent[source]++ < m_stream.most;
}

bool
FlowStreamReader::Next(Transfer& flow)
{
    while (m_reader.Next(flow))
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
    stream->name = name;
    stream->nics = nics;
    stream->most = most;
    ConnectionMatrix matrix;
    matrix.name = name;
    matrix.nodes = nics == 0 ? 2 : nics;
    FlowStreamReader reader(*stream);
    for (Transfer flow; reader.Next(flow);)
    {
        matrix.nodes = std::max({matrix.nodes, flow.source + 1, flow.destination + 1});
        ++stream->flows;
        stream->bytes += flow.bytes;
    }
    stream->nics = matrix.nodes; // the second reading keeps to these
    matrix.list = stream;
    matrix.mostSends = most;
    return matrix;
}

} // namespace mrc
} // namespace ns3
