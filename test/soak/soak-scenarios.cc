/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-scenarios.h"

#include "ns3/mrc-topo-reader.h"

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

constexpr uint32_t RUNS = 10; //!< of each scenario, with other draws

/**
 * @return one of the eight uplinks of T0 0 and the flow over all eight of 20 MB, with links of
 * these rates
 */
SoakCase
Uplinks(uint32_t dead, uint64_t nicGbps, uint32_t run)
{
    SoakCase out;
    out.name = "uplinks-" + std::to_string(dead) + "-" + std::to_string(nicGbps) + "G/" +
               std::to_string(run);
    out.run = run;
    out.topology.name = out.name;
    out.topology.nics = 16;
    out.topology.nicsPerT0 = 4;
    out.topology.t1Count = 8;
    out.topology.nicLinkRate = nicGbps * 1000000000;
    out.topology.fabricLinkRate = 100000000000;
    out.traffic.name = out.name;
    out.traffic.nodes = out.topology.nics;
    Transfer flow;
    flow.id = 1;
    flow.source = 0;
    flow.destination = 8;
    flow.bytes = 20000000;
    out.traffic.transfers.push_back(flow);
    for (uint32_t t1 = 0; t1 < dead; ++t1)
    {
        SoakFault fault;
        fault.t1 = t1;
        fault.from = Instant(Micros(100).Ps());
        out.faults.push_back(fault);
    }
    out.allowance = {2, Span(), Micros(3000)};
    return out;
}

/** A list of faults that once stalled a permutation of 32 NICs. */
struct Stall
{
    const char* name;
    uint32_t planes;
    std::vector<SoakFault> faults;
};

SoakFault
FaultAt(FaultSite site, PlaneId plane, uint32_t index, int64_t fromUs, int64_t untilUs = 0)
{
    SoakFault fault;
    fault.site = site;
    fault.plane = plane;
    fault.index = index;
    fault.from = Instant(Micros(fromUs).Ps());
    fault.until = untilUs == 0 ? Instant::Never() : Instant(Micros(untilUs).Ps());
    return fault;
}

std::vector<Stall>
Stalls()
{
    return {
        {"t1", 1, {FaultAt(FaultSite::T1, 0, 5, 60)}},
        {"three-t1",
         1,
         {FaultAt(FaultSite::T1, 0, 0, 50),
          FaultAt(FaultSite::T1, 0, 3, 50),
          FaultAt(FaultSite::T1, 0, 6, 50)}},
        {"link-and-t0",
         1,
         {FaultAt(FaultSite::LINK, 0, 1, 60), FaultAt(FaultSite::T0, 0, 1, 60, 160)}},
        {"two-planes",
         2,
         {FaultAt(FaultSite::T0, 0, 1, 10),
          FaultAt(FaultSite::T0, 1, 1, 60, 400),
          FaultAt(FaultSite::T1, 1, 5, 60)}},
    };
}

} // namespace

std::vector<SoakCase>
FixedCases(const std::string& data)
{
    std::vector<SoakCase> cases;
    for (uint32_t run = 1; run <= RUNS; ++run)
    {
        for (const uint32_t dead : {5U, 6U, 7U})
        {
            cases.push_back(Uplinks(dead, 100, run));
            cases.push_back(Uplinks(dead, 400, run));
        }
    }
    for (const Stall& stall : Stalls())
    {
        for (uint32_t run = 1; run <= 2 * RUNS; ++run)
        {
            SoakCase out;
            out.name = std::string("perm32-") + stall.name + "/" + std::to_string(run);
            out.run = run;
            out.stream = -1; // as ./mrc run mrc-fabric --RngRun sets this
            out.topology = ReadTopologyFile(data + "/ls32_100.topo");
            out.topology.planes = stall.planes;
            out.traffic = ReadConnectionMatrixFile(data + "/perm_32n_32c_2MB.cm");
            out.faults = stall.faults;
            cases.push_back(out);
        }
    }
    return cases;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
