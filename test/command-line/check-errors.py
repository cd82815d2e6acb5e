#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Gives the examples wrong options: each must end with an error that names what and what was
expected, soon and without a crash. Argument: the folder of the built examples."""

import pathlib
import re
import subprocess
import sys
import tempfile

U32 = "a whole number, 0 .. 4294967295"
TIME = "a time of 0 or more with its unit, such as 5ms or 2us"
NO_OPTION = "an option that --help lists, a global value (--PrintGlobals) or an attribute"
PROFILE = "--ns3::mrc::FabricProfile::"
EVS = "--ns3::mrc::EvProfile::"
CC = "--ns3::mrc::CcProfile::"
MINUS = "ns3::ConstantRandomVariable[Constant=-1]"

# program, arguments, words on standard error
SMALL = "--matrix=incast.cm --topology=clos-8x100g --quiet "
# pauses of five switches wait for each other, for ever
RING = (
    "--topology=ring_of_5.dot --matrix=ring_of_5.cm --ns3::mrc::RoceTransport::RateControl=None "
    f"{PROFILE}BufferSize=4000000 --stallLimit=20ms --quiet "
)
CASES = [
    ("mrc-fabric", "--matrix=no.cm", "no.cm:1:1: cannot open the file; expected a traffic matrix"),
    ("mrc-fabric", ["--matrix=two words.cm"], "two words.cm:1:1: cannot open the file"),
    ("mrc-fabric", "--matrix=.", ".:1:1: cannot read the file; expected a readable text"),
    ("mrc-fabric", "--matrix=no.txt", "no.txt:1:1: cannot open the file; expected a list of flows"),
    ("mrc-fabric", "--matrix=flow_32n.txt --nics=16", "flow_32n.txt:17:3: destination is '16'; expected a whole number, 0 .. 15"),
    ("mrc-fabric", "--matrix=alltoall_serial_16n.cm --flowList=x.txt", "waits for others; expected transfers over the fabric that"),
    ("mrc-fabric", ["--workload=two-level-allreduce ranks=16 size=1MB gpus=8", "--flowList=x.cm"], " is inside a node; expected bytes over"),
    ("mrc-fabric", "--topology=clos-4x100g --writeTopology=x.topo", "has 4 planes; expected one, as uet-htsim takes no more"),
    ("mrc-fabric", "--matrix=one.cm --flowList=x.cm.gz", "--flowList=x.cm.gz: expected a file that is not compressed"),
    ("mrc-fabric", "--matrix=one.cm --flowList=x --writeTopology=x", "two files with the name x are asked for"),
    ("mrc-fabric", "--matrix=one.cm --flowList=/dev/null/x", "cannot write the file /dev/null/x: Not a dir"),
    ("mrc-fabric", "--topology=no.topo", "no.topo:1:1: cannot open the file; expected a topology"),
    ("mrc-fabric", "--topology=no.dot", "no.dot:1:1: cannot open the file; expected a topology, .topo, or a graph, .dot, .gv or .graphml"),
    ("mrc-fabric", "--topology=folder.dot", "folder.dot:1:1: cannot read the file; expected a readable text"),
    ("mrc-fabric", "--topology=folder.graphml", "folder.graphml:1:1: cannot read the file; expected a readable text"),
    ("mrc-fabric", "--topology=clos", "unknown topology preset 'clos'; expected one of clos-8x"),
    ("mrc-fabric", "--planes=9", "planes = 9; expected 1 .. 8"),
    ("mrc-fabric", "--topology=two_planes.dot --nics=16 --planes=4", "planes of a graph = 4; expected 2 .. 2"),
    ("mrc-fabric", "--planes=two", "--planes=two; expected " + U32),
    ("mrc-fabric", "--nics=31", "--topology=ls32_100.topo has 32 NICs; expected 31"),
    ("mrc-fabric", "--repeat=4294967295", "4294967295 repetitions; expected 1 .. 1000000000"),
    ("mrc-fabric", ["--workload=tornado size="], "--workload:1:14: size, B is ''; expected a whole number"),
    ("mrc-fabric", "--workload=rings", "--workload:1:1: 'rings'; expected ring-allreduce,"),
    ("mrc-fabric", ["--workload=tornado size=1", "--matrix=a.cm"], "--workload and --matrix; expected one of them"),
    ("mrc-fabric", ["--workload=tornado size=1", "--repeat=2"], "tornado: 2 repetitions of each transfer; expected 1"),
    ("mrc-fabric", "--workload=poisson", "--workload:1:8: no cdf; expected cdf=FILE"),
    ("mrc-job-life", "--life=websearch.cdf", "websearch.cdf:3:1: '0'; expected one of job, fault, days,"),
    ("mrc-job-life", "--life=none.life", "none.life:1:1: cannot open the file; expected"),
    ("mrc-job-life", "--seeds=0", "--seeds=0; expected a whole number, 1 .. 10000"),
    ("mrc-training", "--job=websearch.cdf", "websearch.cdf:3:1: '0'; expected one of name,"),
    ("mrc-training", "--stages --job=gpt-7b.job", "gpt-7b.job: stages of a workload of SimAI; expected FILE.txt"),
    ("mrc-training", "--job=step_4.0.et --csv=/dev/null/x", "cannot write the file /dev/null/x/flows.csv: Not a dir"),
    ("mrc-fabric", "--matrix=no.cm.gz", "no.cm.gz:1:1: cannot open the file; expected a traffic matrix"),
    ("mrc-training", "--transport=x", "there is no preset of queue pairs 'x'; expected api,"),
    ("mrc-fabric", "--fail=link:0.9.9@1ms", "fault list, item 1 'link:0.9.9@1ms', character 8:"),
    ("mrc-fabric", "--links=link:0.9.1/missing", "link rules, item 1 'link:0.9.1/missing', character 8:"),
    ("mrc-fabric", "--fail=fire", "expected 'link:', 't0:', 't1:', 'port:', 'plane:', 'nic:', 'transceiver:'"),
    ("mrc-fabric", "--fail=t0:0.0/mute@1ms", "character 8: expected one effect, 'down', 'silent', 'loss=', 'rate=', 'ber=' or 'storm'"),
    ("mrc-fabric", "--fail=nic:3/storm@1ms", "'nic:3/storm@1ms' is a storm of pauses, and this fabric has no PFC; expected"),
    ("mrc-fabric", "--fail=t0:0.0/storm@1ms", "character 1: expected 'nic:', 'port:' or 'link:' of a storm"),
    ("mrc-fabric", "--fail=link:0.0.0/flap=1ms@0ns", "expected '..' and an end of a fault that flaps"),
    ("mrc-fabric", "--clustermapper=-1ms", "--clustermapper=-1ms; expected a time of 0 or more"),
    ("mrc-fabric", "--faults=no.txt", "no.txt:1:1: cannot open the file; expected a file of faults"),
    ("mrc-fabric", "--stop=5", "--stop=5; expected " + TIME),
    ("mrc-fabric", "--stop=5parsec", "--stop=5parsec; expected " + TIME),
    ("mrc-fabric", "--stop=-5ms", "--stop=-5ms; expected " + TIME),
    ("mrc-fabric", "--timeLimit=-1", "--timeLimit=-1; expected a number, 0 or more"),
    ("mrc-fabric", "--csv=/dev/null/x", "cannot write the file /dev/null/x/flows.csv: Not a dir"),
    ("mrc-fabric", "--colour=red", "--colour=red; expected " + NO_OPTION),
    ("mrc-fabric", "--plane=2", NO_OPTION + " (--PrintGroup=Mrc lists classes) (did you mean '--planes'?)"),
    ("mrc-plan", "--nics=0", "--nics=0; expected a whole number, 1 .. 4294967296"),
    ("mrc-plan", "--nics=7 --rails=2", "nics = 7 with 2 rails; expected a multiple of the rails"),
    ("mrc-plan", "--topology=clos", "unknown topology preset 'clos'; expected one of clos-8x100g,"),
    ("mrc-plan", "--topology=no.topo", "no.topo:1:1: "),
    ("mrc-plan", "--topology=rails8-1x400g --nics=12", "nics = 12; expected 1 .. 16384, a multiple of 8"),
    ("mrc-plan", "--switchCapacity=1600", "1600 Gb/s makes 2 ports of 800 Gb/s; expected at least 4"),
    ("mrc-fabric", "--RngSead=2", "did you mean '--RngSeed'?"),
    ("mrc-fabric", PROFILE + "TrimSise=200", "lists (did you mean 'TrimSize'?)"),
    ("mrc-fabric", PROFILE + "Selector=Reps", "lists (ns3::mrc::EvProfile has it)"),
    ("mrc-fabric", "--ns3::mrc::FabricProfil::TrimSize=200", "did you mean 'ns3::mrc::FabricProfile'?"),
    ("mrc-fabric", "planes=2", "argument 'planes=2' is no option; expected --NAME=VALUE"),
    ("mrc-fabric", "--planes=-1", "--planes=-1; expected " + U32),
    ("mrc-fabric", "--planes=2x", "--planes=2x; expected " + U32),
    ("mrc-fabric", "--planes", "--planes; expected " + U32),
    ("mrc-fabric", "-repeat=-1", "-repeat=-1; expected " + U32),
    ("mrc-fabric", "---repeat=1", "argument '---repeat=1' is no option; expected --NAME=VALUE"),
    ("mrc-fabric", "--timeLimit=nan", "--timeLimit=nan; expected a number, 0 or more"),
    ("mrc-fabric", PROFILE + "Encapsulation=Ipv5", "Encapsulation=Ipv5; expected ns3::EnumValue Srv6|Ipv6|Ipv4"),
    ("mrc-fabric", PROFILE + "Encapsulation=Ipv4 --quiet", "Format = Srv6 with ns3::mrc::FabricProfile::Encapsulation = Ipv4"),
    ("mrc-fabric", EVS + "Format=Udp --quiet", "expected Encapsulation Ipv6 or Ipv4, or Format Srv6"),
    ("mrc-fabric", EVS + "Format=Udp --evs=evs.json", "--evs=evs.json: such a file has carriers of uSIDs; expected"),
    ("mrc-fabric", PROFILE + "TrimSize=107 --quiet", "TrimSize = 107 cuts headers off; expected 108 or more"),
    ("mrc-fabric", PROFILE + "TrimSize=47", "TrimSize=47; expected ns3::UintegerValue uint16_t 48:4"),
    ("mrc-fabric", PROFILE + "TrimSize=many", "TrimSize=many; expected ns3::UintegerValue uint16_t 48:"),
    ("mrc-fabric", PROFILE + "TrimSize=-1", "TrimSize=-1; expected ns3::UintegerValue uint16_t 48:4"),
    ("mrc-fabric", PROFILE + "TrimSize=200x", "TrimSize=200x; expected ns3::UintegerValue uint16_t 48"),
    ("mrc-fabric", PROFILE + "TrimSize", "FabricProfile::TrimSize; expected ns3::UintegerValue uint16_t"),
    ("mrc-fabric", PROFILE + "Trim=200", f"expected an attribute that --PrintAttributes={PROFILE[2:-2]}"),
    ("mrc-fabric", PROFILE + "HostDelay=abc", "HostDelay=abc; expected ns3::TimeValue Time 0s:1s: "),
    ("mrc-fabric", PROFILE + "HostDelay=5parsec", "HostDelay=5parsec; expected ns3::TimeValue Time 0s:1s: "),
    ("mrc-fabric", PROFILE + "HostDelay=1e300s", "HostDelay=1e300s; expected ns3::TimeValue Time 0s:1s: "),
    ("mrc-fabric", PROFILE + "HostDelay=2s", "HostDelay is +2s; expected 0 .. 1 s"),
    ("mrc-fabric", PROFILE + "BlackoutMinimum=5s", "BlackoutMinimum +5s exceeds BlackoutMaximum +1.1s"),
    ("mrc-fabric", PROFILE + "EcnMinimum=0x1", "EcnMinimum=0x1; expected ns3::DoubleValue double 0"),
    ("mrc-fabric", PROFILE + "WireMode=maybe", "WireMode=maybe; expected BooleanValue bool: Make bytes"),
    ("mrc-fabric", PROFILE + "Faces=Some", "Faces=Some; expected ns3::EnumValue Auto|All|Named: Which"),
    ("mrc-fabric", EVS + "SelectorFactory=ns3::mrc::PlbFactory[Round=5parsec]", "]; expected as Round in brackets ns3::TimeValue Time +1ns:+1e+09ns: How long"),
    ("mrc-fabric", EVS + "SelectorFactory=ns3::mrc::PlbFactory[RehashRounds=0]", "]; expected as RehashRounds in brackets ns3::UintegerValue uint32_t 1:65536: "),
    ("mrc-fabric", EVS + "SelectorFactory=ns3::mrc::PlbFactory[Rounds=1us]", "]; expected in the place of 'Rounds=1us' Attribute=value, with an attribute that"),
    ("mrc-fabric", EVS + "SelectorFactory=ns3::mrc::PlbFactory[Round=1us", "expected ns3::mrc::PlbFactory[Attribute=value|Attribute=value], with no other bracket"),
    ("mrc-fabric", SMALL + CC + "AlgorithmFactory=ns3::mrc::HpccFactory", "Telemetry is false; expected true"),
    ("mrc-fabric", SMALL + CC + "AlgorithmFactory=ns3::mrc::SwiftFactory[MinWindow=5|MaxWindow=4]", "expected at most MaxWindow"),
    ("mrc-fabric", SMALL + f"--routing=ecmp --transport=roce --fail=t1:0.0@1us {PROFILE}RouteEntry={MINUS}", "drew -1 s; expected 0 .. 3600"),
    ("mrc-fabric", "--ns3::mrc::Fabric::Faces=All", "Faces=All; expected " + NO_OPTION),
    ("mrc-fabric", "--PrintAttributes=ns3::mrc::F", "expected a class that --PrintTypeIds lists, such as"),
    ("mrc-fabric", "--RngSeed=0", "--RngSeed=0; expected a whole number, 1 .. 4294944442"),
    ("mrc-fabric", "--RngSeed=4294944443", "expected a whole number, 1 .. 4294944442"),
    ("mrc-fabric", "--RngRun=abc", "--RngRun=abc; expected ns3::UintegerValue uint64_t 0:18446744073709"),
    ("mrc-fabric", "--RngRun=-1", "--RngRun=-1; expected ns3::UintegerValue uint64_t"),
    ("mrc-fabric", "--MrcFastSimulator=maybe", "--MrcFastSimulator=maybe; expected BooleanValue bool: "),
    ("mrc-fabric", "--SimulatorImplementationType=ns3::Foo", "expected a class derived from ns3::Simu"),
    ("mrc-fabric", "--SimulatorImplementationType=ns3::MapScheduler", "such as ns3::DefaultSimulatorIm"),
    ("mrc-fabric", "--SchedulerType=ns3::Object", "a class derived from ns3::Scheduler, such as ns3::Map"),
    ("mrc-validation", "--target=T99", "--target=T99; expected T1, "),
    ("mrc-validation", "--length=5", "--length=5; expected " + TIME),
    ("mrc-validation", "--length=-5ms", "--length=-5ms; expected " + TIME),
    ("mrc-fabric", "--pcap=/none/x", "/none/x-nic0-p0.pcap: No such file or directory; there is no"),
    ("mrc-fabric", "--pcap=/dev/full", "error: /dev/full is a device; expected the beginning of names of files"),
    ("mrc-fabric", "--pcap=/dev/mine", "error: /dev/mine lies in /dev; expected the beginning of names of fi"),
    ("mrc-verbs", "--pcap=/dev/full", "error: /dev/full is a device; expected the beginning of names of files"),
    ("mrc-fabric", "--pcap=/dev/full/x", "cannot write the file /dev/full/x-nic0-p0.pcap: Not a directory"),
    ("mrc-fabric", "--csv=/dev/full", "cannot write the file /dev/full/flows.csv: Not a directory"),
    ("mrc-fabric", "--flowmon=/none/x", "/none/x: No such file or directory; there is no folder /none"),
    ("mrc-fabric", "--matrix=/dev/zero", "/dev/zero:1:1: a line of more than 65536 bytes; expected"),
    ("mrc-fabric", "--faults=/dev/zero", "/dev/zero:1:1: a line of more than 65536 bytes; expected"),
    ("mrc-fabric", SMALL + "--flowmon=/dev/full", "cannot write the file /dev/full: No space left on device"),
    ("mrc-fabric", "--saiCounters", "--saiCounters without --csv=FOLDER"),
    ("mrc-fabric", "--sample=10us", "samples need --csv=FOLDER, --sample=TIME and --sampleOf"),
    ("mrc-fabric", "--sample=1us --csv=x --sampleOf=qp:77", "item 'qp:77': no NIC of this number"),
    ("mrc-fabric", "--pcapPorts=nic0", "--pcapPorts=nic0 without --pcap=PREFIX"),
    ("mrc-fabric", "--routing=rip", "--routing=rip; expected static, ecmp, plb, flowlet or adaptive"),
    ("mrc-fabric", "--routing=ecmp --ns3::mrc::EvProfile::Format=Stev", "Routing is not Static where senders choose paths"),
    ("mrc-fabric", RING + "--transport=roce-lossless", "stalled: 0 of 5 flows are complete; 5 flows do not move: flow 1"),
    ("mrc-fabric", "--transport=tcp", "--transport=tcp; expected mrc, roce or roce-lossless"),
    ("mrc-fabric", "-transport=rdma", "--transport=rdma; expected mrc, roce or roce-lossless"),
    ("mrc-fabric", "--qp=ib", "no preset of queue pairs 'ib'; expected api, nccl, roce, roce-lossless or metaroce-like"),
    ("mrc-fabric", "--transport=roce --qps=17", "--qps=17; expected 1 .. 16"),
    ("mrc-fabric", "--transport=roce --ns3::mrc::RoceTransport::Plane=3", "RoceTransport::Plane is 3; expected -1 .. 1"),
    ("mrc-fabric", "--ns3::mrc::QpProfile::Transport=roce", "QpProfile::Transport is 'roce'; expected none"),
    ("mrc-fabric", "--pcap=x --pcapPorts=nic32", "item 'nic32': expected a node of this fabric"),
    ("mrc-validation", "T1", "argument 'T1' is no option; expected --NAME=VALUE"),
    ("mrc-validation", "--second=5", "--second=5; expected a whole number, 10 .. 1000"),
    ("mrc-validation", "--length=0", "expected a length above 0"),
    ("mrc-incast", "--target=5:1-100G", "--target=5:1-100G; expected 4:1-100G, "),
    ("mrc-incast", "--target=", "--target=; expected a text"),
    ("mrc-incast", "--runs=0", "--runs=0; expected a whole number, 1 .. 1000"),
    ("mrc-incast", "--runs=-1", "--runs=-1; expected a whole number, 1 .. 1000"),
    ("mrc-incast", "--runs=ten", "--runs=ten; expected a whole number, 1 .. 1000"),
    ("mrc-incast", "--trims=many", "--trims=many; expected a whole number, 0 .. 18446744073709551615"),
    ("mrc-incast", "--csv=maybe", "--csv=maybe; expected true or false"),
    ("mrc-incast", "4:1-100G", "argument '4:1-100G' is no option; expected --NAME=VALUE"),
    ("mrc-first", "--bytes=many", "--bytes=many; expected a whole number, 1 .. 4294967295"),
    ("mrc-first", "--pcap=/none/x", "mrc-first: error: cannot write the file /none/x-nic0-p0.pcap: "),
    ("mrc-first", "--bytes=0", "--bytes=0; expected a whole number, 1 .. 4294967295"),
    ("mrc-first", "--bytes=4294967296", "--bytes=4294967296; expected a whole number, 1 .. 42949"),
    ("mrc-first", "--RngSeed=0", "--RngSeed=0; expected a whole number, 1 .. 4294944442"),
    ("mrc-verbs", "--bytes=0", "--bytes=0; expected a whole number, 1 .. 4294967295"),
    ("mrc-verbs", "--wrongKey=maybe", "--wrongKey=maybe; expected true or false"),
    ("mrc-verbs", "more", "argument 'more' is no option; expected --NAME=VALUE"),
    ("mrc-ping6", "--bytes=8953", "mrc-ping6: error: --bytes=8953; expected at most 8952, which go"),
    ("mrc-fabric", "--threads=two", "--threads=two; expected auto, or 0 .. 64"),
    ("mrc-fabric", "--threads=", "--threads=; expected auto, or 0 .. 64"),
    ("mrc-first", "--threads=65", "mrc-first: error: --threads=65; expected auto, or 0 .. 64"),
    ("mrc-plan", "--threads=2", "--threads=2; expected an option that --help lists"),
    ("mrc-fabric", "--partition=turn", "'turn', which cannot be read; expected auto, blocks, turns, scotch"),
    ("mrc-fabric", "--threads=2 --partition=none.parts", "none.parts', which cannot be read; expected auto, blocks, turns, scotch"),
    ("mrc-srv6", "more", "argument 'more' is no option"),
    ("mrc-srv6-tcp", "more", "and nothing that is no option"),
    ("mrc-srv6-tcp", "--bytes=0", "expected --spine=1 or 2, --bytes=1 or more"),
    ("mrc-srv6-tcp", "--spine=3", "expected --spine=1 or 2"),
    ("mrc-first", "more", "argument 'more' is no option; expected --NAME=VALUE"),
]

# programs and arguments; their standard output goes to a full disk
FULL_CASES = [
    ("mrc-first", ""),
    ("mrc-fabric", "--matrix=incast.cm --topology=clos-8x100g --quiet"),
    ("mrc-incast", "--target=4:1-100G --runs=1"),
    ("mrc-validation", "--target=T1 --length=1ms"),
]

# programs and their option that takes any preset of queue pairs
PRESET_OPTIONS = [("mrc-training", "transport")]


def check_presets(folder, program, option):
    """Compares the help of an option with the presets that an error names. Returns what the help lacks, or None."""
    wrong, told = (
        subprocess.run([f"{folder}/{program}", word], capture_output=True, text=True, timeout=60, check=False)
        for word in (f"--{option}=x", "--help")
    )
    named = re.search("preset of queue pairs 'x'; expected (.*)", wrong.stderr)
    text = re.search(rf"--{option}:(.*?)\n *--", told.stdout, re.DOTALL)
    if not named or not text:
        return f"expected presets in:\n{wrong.stderr[:500]}and --{option} in:\n{told.stdout[:2000]}"
    words = re.findall(r"[\w-]+", text.group(1))
    lacks = [preset for preset in re.split(", | or ", named.group(1)) if preset not in words]
    return f"--help lacks {', '.join(lacks)}" if lacks else None


def check(folder, program, arguments, words, full, place):
    """Runs the program in the folder `place`. Returns what is wrong with its answer, or None."""
    words_given = arguments.split() if isinstance(arguments, str) else arguments
    command = [f"{folder}/{program}", *words_given]
    if full:
        command = ["sh", "-c", '"$@" >/dev/full', "sh", *command]
    run = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=60, check=False)
    if words not in run.stderr:
        return f"expected '{words}' in:\n{run.stderr[:2000]}"
    if not full and run.stderr.count("\n") != 1:
        return f"expected one line; it has said:\n{run.stderr[:2000]}"
    if run.returncode != 1:
        return f"status {run.returncode}; expected 1"
    return None


def main():
    """Runs all cases."""
    folder = pathlib.Path(sys.argv[1]).resolve()
    full = "{}: error: cannot write all of the output to standard output; expected room"
    cases = [(case, False) for case in CASES]
    cases += [((*case, full.format(case[0])), True) for case in FULL_CASES]
    failures = 0
    with tempfile.TemporaryDirectory() as place:  # files that were begun before the error stay there
        for folder_name in ("folder.dot", "folder.graphml"):
            (pathlib.Path(place) / folder_name).mkdir()
        for (program, arguments, words), is_full in cases:
            trouble = check(folder, program, arguments, words, is_full, place)
            if trouble:
                failures += 1
                print(f"{program} {arguments}: {trouble}")
        for name in ("x.cm", "x.topo", "x.txt"):  # an earlier file would be empty now, too
            if (pathlib.Path(place) / name).exists():
                failures += 1
                print(f"{name} was begun, though the writer refuses what is asked for")
    print(f"{len(cases) - failures} of {len(cases)} wrong options are told as they should be")
    for program, option in PRESET_OPTIONS:
        trouble = check_presets(folder, program, option)
        if trouble:
            failures += 1
            print(f"{program} --{option}: {trouble}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
