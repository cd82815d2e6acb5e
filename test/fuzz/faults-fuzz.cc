/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A list of faults is read, or refused with the item and the reason; one that was read names ports
// that exist. The first two bytes shape the fabric.

#include "mrc-fuzz.h"

#include "ns3/mrc-fault-list.h"
#include "ns3/mrc-fault-outages.h"
#include "ns3/mrc-topology.h"

#include <stdexcept>
#include <string>

using namespace ns3::mrc;

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
    try
    {
        const std::string list(reinterpret_cast<const char*>(data) + 2, size - 2);
        for (const Fault& fault : ReadFaultList(list, topology))
        {
            Expect(fault.down.Ps() >= 0 && (!fault.up || *fault.up > fault.down));
            for (const uint32_t port : PortsOf(fault, topology))
            {
                Expect(port < topology.PortCount());
            }
        }
    }
    catch (const std::invalid_argument&)
    {
    }
    return 0;
}
