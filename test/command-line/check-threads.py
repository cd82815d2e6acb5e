#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs mrc-fabric and other programs on several threads and compares all that they write with a run on one. What several
threads cannot serve must be refused by its name. Arguments: the folder of the built examples; --few runs
some alone, as a sanitizer takes long; --all has more counts of threads, --threads=N that one. Without them the present
commit draws the count of each run, 2 or 5."""

# Clauses of this file: [several-threads]

import filecmp
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import drawn
import threads_allowed
from streamed import APART, TRACE, write_schedule, write_traces
from thread_counts import FEW, thread_counts

WEIGHTS = [
    "--ns3::mrc::FabricProfile::DataWeight=4",
    "--ns3::mrc::FabricProfile::TrimmedWeight=2",
    "--ns3::mrc::FabricProfile::ControlWeight=1",
]
WRED = [
    "--ns3::mrc::FabricProfile::DataWredMinimum=20000",
    "--ns3::mrc::FabricProfile::DataWredMaximum=60000",
    "--ns3::mrc::FabricProfile::WredDropsEct=true",
]
DEADLOCK = [  # that a watchdog ends
    "--ns3::mrc::RoceTransport::RateControl=None",
    "--ns3::mrc::RoceTransport::AckTimeoutExponent=8",
    "--ns3::mrc::FabricProfile::BufferSize=4000000",
    "--ns3::mrc::FabricProfile::PfcWatchdogDetect=200us",
    "--ns3::mrc::FabricProfile::PfcWatchdogRestore=100us",
]
REPAIRED = "--fail=random:link/per-minute=3000000/repair=50us@0us..2ms"
PROBES = ["--ns3::mrc::EvProfile::ProbeStart=20us", "--ns3::mrc::EvProfile::ProbeSuccesses=1"]
SOON = "--ns3::mrc::FabricProfile::DenylistDelay=50us"
PFC_LIMIT = "--ns3::mrc::FabricProfile::PfcXoff=30000"
JITTER = ["--repeat=4", "--links=plane:0/jitter=300ns", "--fail=link:0.1.7@150us..500us,t1:0.3@300us"]
LOOPS = ["--repeat=10", "--clustermapper=50us", "--fail=link:0.1.7/silent@120us,t1:1.2@500us..900us"]
ALONE = (
    ["--repeat=4", "--ns3::mrc::FabricProfile::HostDelay=0ns", "--fail=t1:0.3@200us"],
    ["--repeat=4", "--MrcFastSimulator=false", "--fail=t1:0.3@200us"],
    ["--repeat=4", "--ns3::mrc::FabricProfile::SendIcmp=true", "--fail=link:0.1.7/silent@120us"],
)
RUNS = (
    ["--fail=none", "--repeat=3"],
    ["--workload=incast ranks=64 size=500KB senders=31", "--topology=clos-4x100g", "--nics=128"],
    ["--workload=incast ranks=64 size=500KB senders=31", "--topology=clos3-1x800g-32", "--nics=64"],
    ["--workload=all-to-all ranks=24 size=1MB window=3", "--topology=clos-8x100g", "--nics=128"],
    ["--workload=permutation ranks=128 size=300KB", "--topology=clos-4x200g", "--nics=128"],
    ["--workload=ring-allreduce ranks=64 size=500KB", "--topology=clos-4x200g", "--nics=128"],
    ["--repeat=3", "--ns3::mrc::FabricProfile::WireMode=true"],
    ["--repeat=10", "--qps=2", "--ns3::mrc::FabricProfile::TrimVictim=Either"],
    [
        "--repeat=4",
        "--qps=2",
        "--ns3::mrc::FabricProfile::TrimVictim=Either",
        "--ns3::mrc::FabricProfile::DataClasses=dscp=2 weight=3",
    ],
    ["--workload=poisson cdf=websearch.cdf load=30 us=100", "--topology=clos-8x100g", "--nics=64"],
    ["--workload=tree-allreduce ranks=128 size=300KB", "--topology=clos-8x100g", "--qp=nccl"],
    [APART],
    # schedules that are read as the run goes on
    [TRACE, "--fail=link:0.0.3/loss=2%@20us,t1:0.3@100us"],
    [TRACE, "--qps=2", "--transport=roce", "--stop=300us"],
    ["--matrix=flow_32n.txt", "--fail=none"],
    ["--repeat=10", "--ns3::mrc::EvProfile::Selector=Bitmap"],
    ["--repeat=10", "--ns3::mrc::CcProfile::AlgorithmFactory=ns3::mrc::SwiftFactory"],
    [
        "--repeat=10",
        "--ns3::mrc::FabricProfile::Telemetry=true",
        "--ns3::mrc::CcProfile::AlgorithmFactory=ns3::mrc::HpccFactory",
    ],
    ["--repeat=10", "--ns3::mrc::EvProfile::SelectorFactory=ns3::mrc::PlbFactory"],
    # faults that begin and end within transfers, and faults that last
    ["--repeat=4", "--fail=link:0.1.7@200us..500us,t1:0.3@300us..600us,port:5.1@250us"],
    ["--repeat=4", "--fail=link:0.0.3/loss=1%@100us,link:1.0.2/rate=25%@150us..500us"],
    ["--repeat=4", "--fail=t1:1.2/silent@100us..700us,link-down:0.2.1@200us..900us"],
    ["--repeat=4", "--fail=plane:1@300us", "--ns3::mrc::FabricProfile::PortFailure=Cx8Like"],
    ["--repeat=10", "--fail=random:link/per-minute=300000/repair=100us@0us..2ms"],
    ["--workload=tornado ranks=128 size=300KB", "--topology=clos-4x100g", "--fail=t0:0.1@20us"],
    # switches that hash, and compute their tables
    ["--repeat=4", "--routing=static"],
    ["--repeat=4", "--routing=ecmp", "--fail=t1:0.3@100us..400us,link:0.1.7@200us"],
    ["--repeat=4", "--routing=plb", "--fail=link:0.1.7/rate=25%@100us"],
    ["--repeat=4", "--routing=flowlet", "--fail=link:0.1.7@150us..500us"],
    ["--repeat=4", "--routing=adaptive", "--fail=t1:0.3@100us..400us"],
    # RoCEv2, and windows that queue pairs share
    ["--repeat=4", "--transport=roce"],
    ["--workload=incast ranks=32 size=200KB senders=15", "--transport=roce", "--fail=link:0.1.7@1ms"],
    ["--repeat=4", "--transport=roce", "--routing=flowlet"],
    ["--repeat=4", "--qps=2", "--ns3::mrc::CcProfile::Scope=Destination"],
    # buffers that the ports of a switch share, weights, early drops
    ["--workload=incast ranks=32 size=500KB senders=15", "--ns3::mrc::FabricProfile::BufferSize=1000000"],
    ["--repeat=4", "--ns3::mrc::FabricProfile::SwitchProfile=tomahawk5-sonic"],
    ["--workload=incast ranks=32 size=300KB senders=15", *WEIGHTS],
    ["--repeat=4", *WRED],
    # PFC, with and without a shared buffer, and faults beside it
    ["--workload=incast ranks=32 size=500KB senders=15", "--transport=roce-lossless"],
    ["--repeat=4", "--transport=roce-lossless", "--fail=link:0.1.7@200us..400us"],
    ["--workload=all-to-all ranks=16 size=1MB window=3", "--transport=roce-lossless", "--routing=adaptive"],
    ["--workload=incast ranks=32 size=500KB senders=15", "--transport=roce-lossless", PFC_LIMIT],
    ["--repeat=4", "--transport=roce-lossless", "--fail=port:5.1/storm@100us..5ms"],
    # graphs, and links that differ
    ["--topology=two_planes.dot", "--matrix=perm_16n_16c_2MB.cm", REPAIRED],
    ["--topology=three_tiers.graphml", "--nics=16", "--workload=incast ranks=16 size=300KB senders=15"],
    ["--topology=ring_of_5.dot", "--matrix=ring_of_5.cm", "--transport=roce-lossless", *DEADLOCK],
    ["--topology=rails8-1x400g", "--nics=64", "--workload=all-to-all ranks=16 size=200KB window=2"],
    ["--topology=rails8-1x400g", "--nics=64", "--workload=permutation ranks=64 size=500KB", "--routing=ecmp"],
    ["--repeat=4", "--links=link:0.1.7/rate=25%,t1:0.3/delay=2us,link:1.0.0/missing"],
    # jitter, loops of a Clustermapper, and what one thread does alone
    JITTER,
    ["--repeat=4", "--links=t1:0.3/jitter=5us,link:0.1.7/jitter=90ns", "--transport=roce-lossless", "--fail=link:1.1.7/loss=0.1%@100us"],
    LOOPS,
    *ALONE,
    # drains
    ["--repeat=4", "--fail=link:0.1.7/drain=200us@300us..600us,t1:1.2/drain=100us@400us..700us", SOON],
)
# Runs that write other files too, in the folder of results: all files are compared byte for byte.
INCAST = ("--workload=incast ranks=64 size=100KB senders=31", "--topology=clos-4x100g", "--nics=128")
WATCHED = (
    # captures of links within a thread's part, and between two
    [*INCAST, "--pcap=OUT/port", "--pcapPorts=nic0,p1.t0.0,p0.t1.0"],
    [
        "--repeat=2",
        "--fail=link:0.1.2@50us..120us,t1:1.3@70us..150us,link:1.0.2/loss=1%@20us",
        "--pcap=OUT/port",
        "--pcapPorts=p0.t0.1.up2,p0.t1.2.down1,p1.t1.3,nic5.p1",
    ],
    ["--repeat=2", "--fail=link:0.1.2@50us..120us,t1:1.3/silent@50us", "--flowmon=OUT/flows.xml"],
    # records of hops over a cut link that is captured
    [
        "--repeat=1",
        "--ns3::mrc::FabricProfile::Telemetry=true",
        "--ns3::mrc::CcProfile::AlgorithmFactory=ns3::mrc::HpccFactory",
        "--pcap=OUT/port",
        "--pcapPorts=p0.t1.1",
    ],
    [*INCAST, "--flowmon=OUT/flows.xml"],
    # pause frames and RoCEv2's packets, and tables that change
    [
        "--workload=incast ranks=32 size=200KB senders=15",
        "--transport=roce-lossless",
        "--pcap=OUT/port",
        "--pcapPorts=p0.t0.0,p0.t1.1",
        "--flowmon=OUT/flows.xml",
    ],
    ["--repeat=2", "--routing=ecmp", "--fail=t1:0.3@50us", "--sample=9us", "--sampleOf=p0.t1.3", "--stop=200us"],
    # EVs that are retired: sinks are told late
    ["--repeat=2", "--sample=9us", "--sampleOf=all", "--fail=link:0.1.7/silent@20us..300us,t1:1.3@50us..90us"],
    [*INCAST, "--stop=20us"],
    [*INCAST, "--links=plane:0/jitter=400ns", "--fail=t1:0.1@15us", "--pcap=OUT/port", "--pcapPorts=p0.t0.1.up2,p0.t1.2.down1"],
    ["--repeat=2", "--stop=100us", "--saiCounters", "--fail=t1:1.3@50us"],
    # an end that the stall watch makes, and the timeline of traces
    ["--repeat=1", "--fail=plane:0/silent@30us,plane:1/silent@30us", "--stallLimit=1ms"],
    ["--matrix=step_4.0.et", "--chakraTimeline=OUT/timeline.json", "--fail=link:0.0.0@30us"],
    ["--repeat=3", "--sample=7us", "--sampleOf=nic3,p0.t0.1,p1.t1.0,qp:3", "--saiCounters"],
    # EVs that are taken out of use and come back
    ["--repeat=2", "--sample=7us", "--sampleOf=all", "--fail=t1:0.3@20us..60us,link:1.0.1@30us", *PROBES],
)
SAMPLED = ("--csv=OUT", "--saiCounters", "--sample=20us")
# Other programs: all that they print and write is compared. OUT is a folder.
PROGRAMS = (
    ("mrc-first", ["--bytes=200000", "--pcap=OUT/port"]),
    ("mrc-tutorial", ["--bytes=400000", "--fail=t1:0.3@10us..40us", "--csv=OUT", "--pcap=OUT/port"]),
    ("mrc-training", ["--job=step_4.0.et", "--ranks", "--fail=port-up:1.0/loss=5%@0ns", "--csv=OUT", "--quiet"]),
    ("mrc-training", ["--job=moe-16.job", "--apart=4", "--beside=incast8_32.cm", "--fail=none", "--csv=OUT"]),
    ("mrc-training", ["--job=step_4.0.et", "--topology=two_planes.dot", "--apart=4", "--fail=t1:0.0/silent@20us", *SAMPLED, "--sampleOf=all"]),
    ("mrc-training", ["--job=moe-16.job", "--apart=4", "--fail=t1:0.3/silent@0ns", *SAMPLED, "--sampleOf=nic4,p0.t1.3"]),
)
REFUSED = {
    "0 .. 64": ["--threads=65"],
}


def counts_of(options, counts):
    """Returns on how many threads a run is done beside one: all of the counts, or the one of FEW that the commit draws."""
    return tuple(drawn.drawn(FEW, 1, what=f"{options}")) if counts == FEW else counts


def run(folder, options, scratch):
    """Returns how a run of mrc-fabric ended."""
    return subprocess.run(
        [f"{folder}/mrc-fabric", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=600,
        cwd=scratch,
        check=False,
    )


# Threads have something to do with each other. Of ALONE one of them does all, and says why.
ACROSS = re.compile(r"sent each other [1-9]\d* frame")
DOES_ALL = re.compile(r"one thread of \d+ does all")


def results(folder, options, threads, scratch):
    """Returns what a run writes, less its arguments, folders and wall time."""
    out = pathlib.Path(scratch) / f"of{threads}"
    done = run(folder, [*options, f"--threads={threads}", f"--csv={out}", "--force"], scratch)
    if done.returncode != 0:
        sys.exit(f"{options} on {threads} threads: {done.stderr}")
    if threads > 1 and not (DOES_ALL if options in ALONE else ACROSS).search(done.stderr):
        sys.exit(f"{options} on {threads} threads: expected frames between them, got {done.stderr}")
    record = json.loads((out / "run.json").read_text())
    lines = done.stdout.splitlines() + (out / "summary.csv").read_text().splitlines()
    return {
        "summary": threads_allowed.kept(lines),
        "flows": (out / "flows.csv").read_text(),
        "record": threads_allowed.kept_record(record),
    }


def files(folder, options, threads, scratch):
    """Returns the folder with all that a run writes, and its summary, less its arguments."""
    out = pathlib.Path(scratch) / f"files{threads}"
    out.mkdir()
    own = [option.replace("OUT", str(out)) for option in options]
    done = run(folder, [*own, f"--threads={threads}", f"--csv={out}", "--force"], scratch)
    if done.returncode not in (0, 1) or not (out / "summary.csv").exists():
        sys.exit(f"{options} on {threads} threads: {done.returncode}, {done.stderr}")
    (out / "status").write_text(f"{done.returncode}")
    for name in ("run.json", ".mrc-results"):  # arguments and wall time; compared in other runs
        (out / name).unlink()
    rows = (out / "summary.csv").read_text().splitlines()
    (out / "summary.csv").write_text("\n".join(threads_allowed.kept(rows)))
    for text in out.glob("*.xml"):
        lines = text.read_text().splitlines()
        text.write_text("\n".join(lines[threads_allowed.XML_LINES :]))
    return out


def differing(one, several):
    """Returns the files of two folders that are not the same, or are in one of them only."""
    names = {path.name for path in [*one.iterdir(), *several.iterdir()]}
    _, different, missing = filecmp.cmpfiles(one, several, names, shallow=False)
    return sorted(different + missing)


def compare_files(folder, watched, counts):
    """Compares all files of runs on several threads with those on one. Returns the failures."""
    failures = 0
    for options in watched:
        with tempfile.TemporaryDirectory() as scratch:
            one = files(folder, options, 1, scratch)
            for threads in counts_of(options, counts):
                several = files(folder, options, threads, scratch)
                for name in differing(one, several):
                    failures += 1
                    print(f"FAIL {options}: {name} of {threads} threads differs")
    return failures


def said(folder, name, options, threads, scratch):
    """Returns what a program other than mrc-fabric prints, and the folder of what it writes."""
    out = pathlib.Path(scratch) / f"{name}{threads}"
    out.mkdir()
    own = [option.replace("OUT", str(out)) for option in options]
    done = subprocess.run(
        [f"{folder}/{name}", *own, f"--ns3::mrc::FabricProfile::Threads={threads}"],
        capture_output=True,
        text=True,
        timeout=600,
        cwd=scratch,
        check=False,
    )
    (out / "status").write_text(f"{done.returncode}")
    for record in ("run.json", ".mrc-results"):  # arguments and wall time
        (out / record).unlink(missing_ok=True)
    if (out / "summary.csv").exists():
        rows = (out / "summary.csv").read_text().splitlines()
        (out / "summary.csv").write_text("\n".join(threads_allowed.kept(rows)))
    return threads_allowed.kept(done.stdout.splitlines()), out


def compare_programs(folder, programs, counts):
    """Compares what other programs print and write on several threads with that of one. Returns the failures."""
    failures = 0
    for name, options in programs:
        with tempfile.TemporaryDirectory() as scratch:
            one, files_of_one = said(folder, name, options, 1, scratch)
            if not one or len(list(files_of_one.iterdir())) < 2:
                sys.exit(f"{name} {options} on one thread prints or writes nothing")
            for threads in counts_of((name, options), counts):
                several, files_of_several = said(folder, name, options, threads, scratch)
                wrong = differing(files_of_one, files_of_several)
                if several != one or wrong:
                    failures += 1
                    print(f"FAIL {name} {options} on {threads} threads: {wrong} {sorted(set(one) ^ set(several))}")
    return failures


# frames, windows, their length on average and at most in ns, those cut short by ordinary events and by users
WINDOWS = re.compile(
    r"threads sent each other (\d+) frames in (\d+) windows of (\d+) ns on average, (\d+) ns at most; "
    r"(\d+) windows? ended early at ordinary events, (\d+) windows? as users"
)


def check_windows(folder):
    """Checks that windows are long although captures, a FlowMonitor and rows are on. Returns the failures."""
    options = [
        "--workload=permutation ranks=32 size=16MB",
        "--topology=clos-4x100g",
        "--nics=32",
        "--fail=t1:0.1@100us",
        "--pcap=OUT/port",
        "--pcapPorts=nic0,p0.t1.0",
        "--flowmon=OUT/flows.xml",
        "--csv=OUT/results",
        "--threads=2",
    ]
    with tempfile.TemporaryDirectory() as scratch:
        command = [f"{folder}/mrc-fabric", *(option.replace("OUT", scratch) for option in options)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=scratch, check=False)
    said = WINDOWS.search(done.stdout + done.stderr)
    if said is None:
        print(f"FAIL {options}: expected a line of windows, got {done.stdout + done.stderr}")
        return 1
    frames, windows, mean, most, ordinary, users = (int(each) for each in said.groups())
    print(said.group())
    # Looks of progress follow wall time, and each cuts a window in two. ThreadsWatch has the rest.
    uncut = mean * windows / max(1, windows - ordinary)
    if frames == 0 or windows < 100 or uncut < 0.9 * most or ordinary + users > windows:
        print(f"FAIL: expected frames, 100 windows at least, and a mean of 0.9 of the longest, not {uncut}")
        return 1
    return 0


def check_end(folder, options, number, expected):
    """Has the clock, or a signal of this number, end a run on three threads. Returns the failures."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [f"{folder}/mrc-fabric", "--repeat=1000000", "--threads=3", "--csv=out", "--quiet", *options]
        with subprocess.Popen(command, cwd=scratch, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            rows = pathlib.Path(scratch) / "out/flows.csv"
            deadline = time.monotonic() + 60
            while number and time.monotonic() < deadline and not (rows.exists() and rows.stat().st_size > 1000):
                time.sleep(0.05)
            if number:
                process.send_signal(number)
            said = process.communicate(timeout=60)[1]
        record = pathlib.Path(scratch) / "out/run.json"
        end = json.loads(record.read_text())["end"]["name"] if record.exists() else "nothing"
    if end != expected:
        print(f"FAIL {options}, signal {number}: ended as {end}, expected {expected}; {said!r}")
    return int(end != expected)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    few = "--few" in sys.argv
    runs = (*RUNS[::6], JITTER, LOOPS) if few else RUNS
    refused = {} if few else REFUSED
    watched = WATCHED[1:3] if few else WATCHED
    counts = thread_counts(sys.argv)
    failures = compare_files(folder, watched, (3,) if few else counts)
    if not few:
        failures += compare_programs(folder, PROGRAMS, counts)
        failures += check_windows(folder)
        failures += check_end(folder, [], signal.SIGINT, "interrupted")
        failures += check_end(folder, ["--timeLimit=1"], 0, "time-limit")
    with tempfile.TemporaryDirectory() as scratch:
        write_traces(scratch)
        write_schedule(scratch)
        for options in runs:
            one = results(folder, options, 1, scratch)
            which = (*counts, 0) if options is RUNS[0] else counts_of(options, counts)
            for threads in (3,) if few else which:
                several = results(folder, options, threads, scratch)
                for what, text in one.items():
                    if several[what] != text:
                        failures += 1
                        print(f"FAIL {options}: {what} of {threads} threads differ")
        for word, options in refused.items():
            done = run(folder, ["--fail=none", "--threads=2", *options], scratch)
            if done.returncode != 1 or word not in done.stderr or "expected" not in done.stderr:
                failures += 1
                print(f"FAIL {options}: expected a refusal that names {word}, got {done.stderr!r}")
    count = len(runs) + len(watched) + (0 if few else len(PROGRAMS))
    print(f"{count} runs on one thread and on several, {len(refused)} refusals, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
