/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A graph in GraphML is read, or refused with the place and the reason; one that was read can be
// built.

#include "mrc-fuzz.h"

#include "ns3/mrc-graph-reader.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-topology.h"

#include <sstream>
#include <string>

using namespace ns3::mrc;

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    try
    {
        const Topology topology(ReadGraphMlFabric(in, "fuzz.graphml"));
        const uint32_t last = topology.PortCount() - 1;
        Expect(topology.Peer(topology.Peer(last)) == last);
        Expect(topology.NodeOf(last) < topology.NodeCount());
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column >= 1);
    }
    return 0;
}
