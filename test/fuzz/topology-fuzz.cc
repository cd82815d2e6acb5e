/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A topology (.topo) is read, or refused with the place and the reason; one that was read can be
// built.

#include "mrc-fuzz.h"

#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-topo-reader.h"
#include "ns3/mrc-topology.h"

#include <sstream>
#include <stdexcept>
#include <string>

using namespace ns3::mrc;

/** A fabric is written as a text that reads the same, or refused with the reason. */
static void
CheckWritten(const TopologySpec& spec)
{
    std::stringstream text;
    try
    {
        WriteTopology(text, spec);
    }
    catch (const std::invalid_argument&) // what htsim does not take
    {
        Expect(text.str().empty());
        return;
    }
    std::ostringstream same;
    WriteTopology(same, ReadTopology(text, "again.topo"));
    Expect(same.str() == text.str());
}

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    try
    {
        const TopologySpec spec = ReadTopology(in, "fuzz.topo");
        CheckWritten(spec);
        const Topology topology(spec);
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
