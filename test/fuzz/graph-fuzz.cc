/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A graph (.dot) is read, or refused with the place and the reason; one that was read can be built.

#include "mrc-fuzz.h"

#include "ns3/mrc-graph-reader.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-topology.h"

#include <sstream>
#include <string>

using namespace ns3::mrc;

namespace
{

/** Walks the first and the last path between two T0s of a plane: both are as long as counted. */
void
Walk(const GraphShape& shape, uint32_t from, uint32_t to)
{
    const GraphPaths& paths = shape.Paths();
    const uint32_t count = paths.Count(from, to);
    Expect(count >= 1 && count <= GraphPaths::MAX_PATHS);
    for (const uint32_t path : {0U, count - 1})
    {
        Expect(paths.PortsOf(from, to, path).size() == paths.Hops(from, to));
    }
}

} // namespace

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    try
    {
        const Topology topology(ReadGraph(in, "fuzz.dot"));
        const uint32_t last = topology.PortCount() - 1;
        Expect(topology.Peer(topology.Peer(last)) == last);
        Expect(topology.NodeOf(last) < topology.NodeCount());
        const GraphShape& shape = *topology.Spec().graph;
        for (PlaneId plane = 0; plane < topology.Spec().planes; ++plane)
        {
            const uint32_t first = shape.FirstOf(NodeKind::T0, plane);
            Walk(shape, first, first + shape.Count(NodeKind::T0, plane) - 1);
        }
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column >= 1);
    }
    return 0;
}
