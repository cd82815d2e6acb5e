/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A list of faults is read, or refused with the item and the reason; one that was read names ports
// that exist. The first two bytes shape the fabric. The rest is read as a file, too.

#include "mrc-fuzz.h"

#include "ns3/mrc-fault-outages.h"
#include "ns3/mrc-fault.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-topology.h"

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3::mrc;

static void
Check(const std::vector<Fault>& faults, const Topology& topology)
{
    for (const Fault& fault : faults)
    {
        Expect(fault.down.Ps() >= 0 && (!fault.up || *fault.up > fault.down));
        Expect(fault.impairment.share > 0 && fault.impairment.share <= 1);
        for (const uint32_t port : PortsOf(fault, topology))
        {
            Expect(port < topology.PortCount());
        }
    }
    if (!faults.empty())
    {
        Expect(ReadFaultList(TextOf(faults), topology).size() == faults.size());
    }
}

static Topology
Shape(uint8_t first, uint8_t second)
{
    TopologySpec spec;
    spec.nics = 1 + first % 32;
    spec.planes = 1 + second % 8;
    spec.nicsPerT0 = 1 + first / 32;
    spec.t1Count = spec.nics > spec.nicsPerT0 ? 1 + second / 8 : second / 8;
    spec.nicLinkRate = spec.fabricLinkRate = 100000000000;
    return Topology(spec);
}

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    if (size < 2)
    {
        return 0;
    }
    const Topology topology = Shape(data[0], data[1]);
    const std::string text(reinterpret_cast<const char*>(data) + 2, size - 2);
    try
    {
        Check(ReadFaultList(text, topology), topology);
    }
    catch (const std::invalid_argument&)
    {
    }
    try
    {
        std::istringstream in(text);
        Check(ReadFaultLines(in, "faults", topology), topology);
    }
    catch (const ParseError&)
    {
    }
    return 0;
}
