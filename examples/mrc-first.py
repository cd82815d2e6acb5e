#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Two NICs, two planes, one RDMA Write, sprayed over all paths: mrc-first.cc in Python."""

import argparse

import mrc
from ns import ns

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--threads", help="that share the run, with the results of one; auto: as many as cores")
options = parser.parse_args()


def write_completed(completion):
    print(f"Write {completion.id} is complete after {completion.at.Ps() * 1e-6:g} us")


topology = ns.mrc.TopologySpec()
topology.nics = 2
topology.planes = 2
topology.nicLinkRate = topology.fabricLinkRate = 100_000_000_000  # bit/s

fabric = ns.mrc.FabricHelper()
fabric.SetTopology(topology)
fabric.SetFabricAttribute("HostDelay", "1us")
if options.threads:
    fabric.SetThreads(options.threads)
network = fabric.Install()

qp = network.Connect(0, 1)
mrc.trace(qp, "Completed", write_completed)
qp.Write(1_000_000)

ns.Simulator.Run()

sent = qp.Counters()
planes = list(sent.planePackets)
where = f"{planes[0]} and {planes[1]} in the two planes"
print(f"{sent.sentPackets} packets were sent, {where}; {ns.mrc.RunOrigin()}")
ns.Simulator.Destroy()
