#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""64 NICs in two planes, a T1 is dead for a time: mrc-tutorial.cc in Python."""

import argparse

import mrc
from ns import ns

NICS = 64
done = []  # us, when each Write was complete

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("folder", nargs="?", help="of samples to write")
parser.add_argument("--threads", help="that share the run, with the results of one; auto: as many as cores")
options = parser.parse_args()


def write_completed(completion):
    done.append(completion.at.Ps() * 1e-6)
    if len(done) == NICS:
        ns.Simulator.Stop()  # else samples would go on


topology = ns.mrc.TopologySpec()  # of one plane, but for the number of planes
topology.nics = NICS
topology.planes = 2
topology.nicsPerT0 = 16
topology.t1Count = 8
topology.nicLinkRate = 100_000_000_000  # bit/s
topology.fabricLinkRate = 200_000_000_000  # so that 8 uplinks carry what 16 NICs send

fabric = ns.mrc.FabricHelper()
fabric.SetTopology(topology)
fabric.SetEvAttribute("ProbeInterval", "100us")
if options.threads:
    fabric.SetThreads(options.threads)
network = fabric.Install()

qps = [network.Connect(nic, (nic + 16) % NICS) for nic in range(NICS)]
for qp in qps:
    mrc.trace(qp, "Completed", write_completed)
    qp.Write(40_000_000)
network.ScheduleFaults("t1:0.3@400us..1ms")

# all queue pairs, every 10 us, into FOLDER/sample-qps.csv
if options.folder:
    targets = ns.mrc.SampleTargets()
    for qp in qps:
        targets.queuePairs.push_back(qp)
    sampler = ns.mrc.Sampler(network, targets, ns.MicroSeconds(10), options.folder)
ns.Simulator.Run()
if options.folder:
    sampler.Finish()

again = sum(sum(qp.Counters().retransmissions) for qp in qps)
print(f"{len(done)} Writes are complete, the last one after {max(done):g} us")
print(f"{again} packets were sent again; {ns.mrc.RunOrigin()}")
ns.Simulator.Destroy()
