/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The names and help texts of mrc-fabric's options.

#ifndef MRC_FABRIC_OPTION_TEXTS_H
#define MRC_FABRIC_OPTION_TEXTS_H

#include "mrc-fabric-options.h"

/** Adds the options of fabric, traffic and faults. */
inline void
AddFabric(ns3::mrc::ProgramOptions& cmd, Options& o)
{
    cmd.AddValue(
        "matrix",
        "Traffic matrix, FILE.cm, flow.txt of the HPCC family or a workload of SimAI, FILE.txt,\n"
        "or a schedule in GOAL, FILE.goal or LogGOPSim's FILE.bin, or traces of Chakra,\n"
        "PREFIX.0.et",
        o.matrix);
    cmd.AddValue("workload",
                 "Instead of a matrix: 'ring-allreduce ranks=16 size=64MiB channels=2', or help",
                 o.workload);
    cmd.AddValue("sends",
                 "Only the first so many sends of each rank, and what waits for no other; 0: all",
                 o.sends);
    cmd.AddValue("loop",
                 "open: transfers start at times of their own; closed: once others are done;\n"
                 "without it as the workload says",
                 o.loop);
    cmd.AddValue("gpuTflops",
                 "10^12 operations a second of a GPU, for work of Chakra's traces without a\n"
                 "duration; 0: such work is refused",
                 o.gpuTflops,
                 0,
                 1e9);
    cmd.AddValue("topology",
                 "Name of a preset, or FILE.topo, FILE.dot, FILE.gv or FILE.graphml",
                 o.topology);
    cmd.AddValue("planes", "How many such planes; 0: the preset's, or 1", o.planes);
    cmd.AddValue("links",
                 "How links differ: PLACE/rate=25%/delay=2us/jitter=100ns, PLACE/missing; places\n"
                 "as of --fail",
                 o.links);
    cmd.AddValue("nics", "NICs; 0: as many as the matrix has nodes", o.nics);
    cmd.AddValue("repeat", "Times that each transfer is done, in a row; 0: once", o.repeat);
    cmd.AddValue(
        "fail",
        "none, or link:PLANE.T0.T1@DOWN..UP, t0:PLANE.T0@, t1:PLANE.T1@, port:NIC.PLANE@,\n"
        "plane:PLANE@, one direction with link-up: link-down: port-up: port-down:; with three\n"
        "tiers t2:PLANE.T2@, upper-link:PLANE.T1.UPLINK@, upper-link-up: -down:; in graphs\n"
        "t3:PLANE.T3@, t2-link:PLANE.T2.UPLINK@, t3-link: and names, as link:A-B@; several\n"
        "links with transceiver:PLANE.T0.N@, nic:NIC@; in front of the @ may be /silent,\n"
        "/loss=0.1%, /rate=25%, /ber=1e-9, /flap=1ms, /repair=1ms, /drain=2ms; or\n"
        "random:KIND/per-minute=N/repair=TIME@BEGIN..END, random:x15/compress=N@BEGIN..END",
        o.fail);
    cmd.AddValue("faults", "File of such faults, one a line", o.faults);
    cmd.AddValue("faultPlan",
                 "Write the faults of --fail and --faults, drawn ones too, to this file",
                 o.plan);
    cmd.AddValue("clustermapper",
                 "Probe all links, a round each time so much simulated time has passed, and deny\n"
                 "those that lose packets; 0: do not",
                 o.clustermapper);
}

/** Adds the files that are written. */
inline void
AddFiles(ns3::mrc::ProgramOptions& cmd, Options& o)
{
    cmd.AddValue("csv", "Folder for flows.csv, summary.csv and run.json", o.csv);
    AddSamples(cmd, o);
    cmd.AddValue("pcap", "Prefix of capture files, one for each port", o.pcap);
    cmd.AddValue("pcapPorts", "Only of these, such as nic3,p0.t0.1.up7", o.pcapPorts);
    cmd.AddValue("flowmon", "File for the results of a FlowMonitor, FILE.xml", o.flowmon);
    cmd.AddValue("chakraTimeline",
                 "File for starts and ends of the nodes of Chakra's traces, as its timeline\n"
                 "visualiser takes it, in ns",
                 o.chakraTimeline);
    cmd.AddValue(
        "evs",
        "Only write the EVs of all pairs of NICs to this file, as EvProfile::File takes it",
        o.evs);
    cmd.AddValue("flowList",
                 "Only write the transfers to this file, as flow.txt of the HPCC family; FILE.cm:\n"
                 "as uet-htsim's matrix",
                 o.flowList);
    cmd.AddValue("writeTopology",
                 "Only write the fabric to this file, as uet-htsim's .topo",
                 o.writeTopology);
}

/** Adds how queue pairs and switches work, and when the run ends. */
inline void
AddWays(ns3::mrc::ProgramOptions& cmd, Options& o)
{
    cmd.AddValue("qp", "Preset of queue pairs: api, the defaults; nccl; or metaroce-like", o.qp);
    cmd.AddValue("qps",
                 "Queue pairs that each transfer takes; 0: as QpProfile::PerPair says",
                 o.qps);
    cmd.AddValue("transport",
                 "Of queue pairs: mrc; roce: RoCEv2 on a fabric with ECMP and DCQCN's marks; or\n"
                 "roce-lossless: the same with PFC",
                 o.transport);
    cmd.AddValue(
        "routing",
        "static, ecmp, plb, flowlet or adaptive: packets have no SRv6, and switches choose\n"
        "their ways; all but static compute tables, FabricProfile::Convergence says when",
        o.routing);
    cmd.AddValue("wireMode", "Make the bytes of every packet on every hop", o.wireMode);
    cmd.AddThreads();
    cmd.AddValue(
        "partition",
        "How threads and ranks divide the fabric: auto, blocks, turns, scotch, or a file of lines\n"
        "NODE NUMBER",
        o.partition);
    cmd.AddValue("ranks",
                 "Processes that share the run, which mpirun has started: ./mrc run --ranks=N",
                 o.ranks);
    cmd.AddValue("quiet", "Show no progress", o.quiet);
    cmd.AddValue("stop", "Simulated time to stop at, such as 5ms; 0: none", o.limits.stop);
    cmd.AddValue("timeLimit", "Seconds of wall time to stop after; 0: none", o.limits.wallSeconds);
    cmd.AddValue("stallLimit",
                 "Simulated time without a byte after which to give up; 0: never",
                 o.limits.stall);
    cmd.AddForce();
    cmd.AddValue("goOn", "Go on when flows.csv cannot be written, without it", o.limits.goOn);
}

#endif /* MRC_FABRIC_OPTION_TEXTS_H */
