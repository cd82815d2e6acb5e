#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs mrc-fabric and other programs over several ranks of MPI, with one thread or several in each. All that a run writes is
compared with a run of one process. What several ranks cannot serve must be refused by its name, and a rank that dies must end the others.
The present commit draws half of the runs of each kind. Each is done over two ranks, and over one more shape that the
commit draws. Arguments: the folder of the built examples; MRC_ALL=1 takes all runs and all shapes."""

# Clauses of this file: [several-ranks]

import csv
import filecmp
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import drawn

TELEMETRY = [
    "--ns3::mrc::FabricProfile::Telemetry=true",
    "--ns3::mrc::CcProfile::AlgorithmFactory=ns3::mrc::HpccFactory",
]
RUNS = (
    ["--fail=none", "--repeat=3"],
    ["--workload=permutation ranks=128 size=300KB", "--topology=clos-4x200g", "--nics=128"],
    ["--workload=incast ranks=64 size=200KB senders=31", "--topology=clos-4x100g", "--nics=128"],
    ["--workload=incast ranks=32 size=200KB senders=31", "--topology=clos3-1x800g-32", "--nics=64"],
    ["--workload=all-to-all ranks=16 size=300KB window=3", "--topology=clos-8x100g", "--nics=128"],
    ["--workload=ring-allreduce ranks=16 size=500KB", "--topology=clos-4x200g", "--nics=128"],
    ["--workload=tree-allreduce ranks=16 size=1MB", "--topology=clos-8x100g", "--qp=nccl"],
    ["--matrix=ring_4.goal"],
    ["--fail=none", "--repeat=3", "--qps=2", "--ns3::mrc::FabricProfile::WireMode=true"],
    ["--fail=none", "--repeat=3", *TELEMETRY],
    ["--fail=none", "--repeat=3", "--transport=roce", "--routing=flowlet"],
    ["--workload=incast ranks=32 size=200KB senders=15", "--transport=roce-lossless"],
    ["--topology=two_planes.dot", "--matrix=perm_16n_16c_2MB.cm"],
    ["--fail=none", "--repeat=3", "--links=link:0.1.7/rate=25%,t1:0.3/delay=2us,link:1.0.0/missing"],
    ["--fail=none", "--repeat=3", "--stop=300us"],
    # jitter of links that no cut takes: of NICs, and of a T0 with a T1 of the same rank
    ["--fail=link:0.0.0@100us..200us", "--repeat=3", "--links=link:0.0.0/jitter=400ns,port:3.1/jitter=2us"],
)
SOON = "--ns3::mrc::FabricProfile::DenylistDelay=50us"
FAULTS = (  # that begin and end within transfers, that last, that come at random
    ["--repeat=3", "--fail=link:0.1.7@100us..300us,t1:0.3@150us..400us,port:5.1@120us"],
    ["--repeat=3", "--fail=link:0.0.3/loss=1%@50us,link:1.0.2/rate=25%@70us..250us"],
    ["--repeat=3", "--fail=t1:1.2/silent@50us..400us,link-down:0.2.1@100us..500us"],
    ["--repeat=2", "--fail=plane:1@100us", "--ns3::mrc::FabricProfile::PortFailure=Cx8Like"],
    ["--repeat=4", "--fail=random:link/per-minute=3000000/repair=50us@0us..1ms"],
    ["--repeat=2", "--fail=link:0.1.7/flap=40us/duty=30%@10us..400us"],
    ["--repeat=2", "--faults=FILE"],
    ["--workload=tornado ranks=128 size=300KB", "--topology=clos-4x100g", "--nics=128", "--fail=t0:0.1@20us"],
    ["--repeat=2", "--routing=ecmp", "--fail=t1:0.3@100us..400us,link:0.1.7@50us"],
    ["--repeat=2", "--routing=adaptive", "--fail=t1:0.3@100us..300us,link:0.1.7/rate=25%@50us"],
    ["--repeat=3", "--transport=roce-lossless", "--fail=link:0.1.7@200us..400us"],
    ["--repeat=3", "--transport=roce-lossless", "--fail=port:5.1/storm@100us..2ms"],
    ["--repeat=3", "--fail=link:0.1.7/drain=100us@200us..300us,t1:1.2/drain=50us@250us..500us", SOON],
    ["--topology=two_planes.dot", "--matrix=perm_16n_16c_2MB.cm", "--fail=random:link/per-minute=3000000/repair=50us@0us..1ms"],
    ["--matrix=perm_32n_32c_2MB.cm", "--fail=plane:0/silent@0ns,plane:1/silent@0ns", "--planes=2", "--stop=3ms"],
)
# Runs that write other files too, in the folder of results: all files are compared byte for byte.
INCAST = ("--workload=incast ranks=64 size=30KB senders=31", "--topology=clos-4x100g", "--nics=128")
WATCHED = (
    # captures of links within a rank's part, and between two
    [*INCAST, "--pcap=OUT/port", "--pcapPorts=nic0,p1.t0.0,p0.t1.0"],
    [
        "--repeat=1",
        "--fail=link:0.1.2@50us..120us,t1:1.3@70us..150us,link:1.0.2/loss=1%@20us",
        "--pcap=OUT/port",
        "--pcapPorts=p0.t0.1.up2,p0.t1.2.down1,p1.t1.3,nic5.p1",
    ],
    [*INCAST, "--stop=20us", "--pcap=OUT/port", "--pcapPorts=p0.t1.0", "--saiCounters"],
    [
        "--workload=incast ranks=32 size=50KB senders=15",
        "--transport=roce-lossless",
        "--pcap=OUT/port",
        "--pcapPorts=p0.t0.0,p0.t1.1",
        "--saiCounters",
    ],
    [
        "--repeat=1",
        "--ns3::mrc::FabricProfile::Telemetry=true",
        "--ns3::mrc::CcProfile::AlgorithmFactory=ns3::mrc::HpccFactory",
        "--pcap=OUT/port",
        "--pcapPorts=p0.t1.1",
    ],
    ["--repeat=2", "--routing=ecmp", "--fail=t1:0.3@50us", "--sample=9us", "--sampleOf=p0.t1.3,nic3", "--stop=200us"],
    # packets that are trimmed, lost and sent again, within ranks and between them
    [*INCAST, "--flowmon=OUT/flows.xml"],
    ["--repeat=2", "--flowmon=OUT/flows.xml", "--fail=link:0.1.7@50us..90us,t1:1.3@60us,link:1.0.2/loss=1%@20us"],
    ["--repeat=1", "--transport=roce", "--flowmon=OUT/flows.xml", "--pcap=OUT/port", "--pcapPorts=p0.t0.1.up2"],
    ["--repeat=1", *TELEMETRY, "--flowmon=OUT/flows.xml", "--stop=60us"],
    ["--repeat=2", "--sample=9us", "--sampleOf=qp:3,qp:20,nic3", "--fail=t1:0.3@50us..300us"],
    ["--repeat=2", "--sample=9us", "--sampleOf=qp:9", "--transport=roce"],
    [*INCAST, "--sample=3us", "--sampleOf=qp:40,qp:33"],
    ["--repeat=3", "--sample=7us", "--sampleOf=nic3,p0.t0.1,p1.t1.0", "--saiCounters", "--fail=t1:1.3@50us"],
)
PLAN = "t1:1.0@60us..200us\n# a comment\nlink:0.2.4@80us..90us\nlink:0.2.4/loss=5%@150us\n"
REFUSED = {
    "--clustermapper": ["--fail=none", "--clustermapper=1ms"],
    "ns3::mrc::FabricProfile::SendIcmp": ["--fail=none", "--ns3::mrc::FabricProfile::SendIcmp=true"],
    "Threads is 0": ["--fail=none", "--threads=0"],
    "Threads is 64": ["--fail=none", "--threads=64", "--ranks=64"],
    "HostDelay": ["--fail=none", "--ns3::mrc::FabricProfile::HostDelay=0ns"],
    "mpirun started 2": ["--fail=none", "--ranks=3"],
    "the jitter of p": ["--fail=none", "--links=plane:0/jitter=300ns"],
    "cannot be read": ["--fail=none", "--partition=none.parts"],
}
# Other programs, with their status: all that they print and write is compared. OUT is a folder.
PROGRAMS = (
    ("mrc-first", 0, ["--bytes=200000", "--pcap=OUT/port"]),
    ("mrc-tutorial", 0, ["--bytes=400000", "--fail=t1:0.3@10us..40us", "--csv=OUT", "--pcap=OUT/port"]),
    ("mrc-training", 0, ["--job=step_4.0.et", "--ranks", "--fail=port-up:1.0/loss=5%@0ns", "--csv=OUT", "--quiet"]),
    ("mrc-training", 0, ["--job=step_4.0.et", "--fail=none", "--csv=OUT"]),  # reasons in words, of all ranks
    # flows that are under way in the end: it stalls
    ("mrc-training", 1, ["--job=moe-16.job", "--transport=roce", "--fail=nic:2/loss=1%@2us", "--stallLimit=20ms", "--csv=OUT", "--quiet"]),
)
PROGRAMS_REFUSED = {
    "mrc-verbs": ("Network::Create", []),
    "mrc-incast": ("HostDelay of less than 21 ns", []),
    "mrc-convergence": ("MPI has ended", ["--end=1ms"]),
}
NICS = 32  # of the fabric that mrc-fabric has by itself
LITTLE = "--workload=permutation ranks=2 size=4KB"  # over any fabric
TRAFFIC = ["--workload=tornado ranks=1024 size=1MB", "--topology=clos-4x200g", "--nics=1024"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
MRC = """#!/bin/bash
# ./mrc run --ranks=N NAME without the build, and with few repetitions
set -euo pipefail
build={build} state={build}
source {root}/utils/ranks.sh
prepare_ranks() {{ :; }}
export_huge_pages() {{ :; }}
[[ $1 == run && $2 == --ranks=* ]]
run_ranks "${{2#--ranks=}}" "${{@:3}}" --repeat=2
"""
SRUN = """#!/bin/bash
# Slurm's, which ends a job with its first task that fails; so does mpirun
[[ $1 == --mpi=pmix && $2 == --kill-on-bad-exit ]] && exec mpirun --oversubscribe "${@:3}"
exit 2
"""
SHAPES = ((2, 1), (3, 1), (2, 2))  # ranks, and threads of each
LONG = ["--fail=none", "--repeat=100000"]
# options, signal of one rank -> the end of all
ENDS = (
    ([], signal.SIGINT, "interrupted"),
    ([], signal.SIGTERM, "interrupted"),
    (["--timeLimit=2"], 0, "time-limit"),
)


def shapes_of(options, scratch):
    """Returns the ranks and threads that a run is done with."""
    if options in (RUNS[1], FAULTS[0]):
        return (2, 1), (4, 1), (2, 3)
    return SHAPES[0], *drawn.drawn(SHAPES[1:], 1, what=f"{options}".replace(scratch, ""))


def chosen(runs, kind):
    """Returns the half of the runs of a kind that the commit draws, with those that are done in all shapes."""
    names = [f"{options}" for options in runs]
    mine = drawn.drawn(names, -(-len(names) // 2), what=f"runs of {kind}")
    return [options for options in runs if f"{options}" in mine or options in (RUNS[1], FAULTS[0])]


def command(folder, options, ranks, threads=1):
    """Returns the words that start a run; those of several ranks come before the options, which count more."""
    program = [f"{folder}/mrc-fabric"]
    if ranks == 1:
        return [*program, *options]
    inside = [f"--threads={threads}"] if threads > 1 else []
    return ["mpirun", "--oversubscribe", "-n", str(ranks), *program, f"--ranks={ranks}", *inside, *options]


def environment():
    """Returns an environment in which mpirun also works for root, and ranks that wait leave processors to others."""
    wait = {"OMPI_MCA_mpi_yield_when_idle": "1"}
    return {**os.environ, **wait, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def run(folder, options, ranks, scratch, threads=1):
    """Returns how a run of mrc-fabric ended."""
    return subprocess.run(
        command(folder, options, ranks, threads),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
        cwd=scratch,
        env=environment(),
        check=False,
    )


def results(folder, options, ranks, scratch, threads=1):
    """Returns what a run writes, less its arguments, folders and wall time."""
    out = pathlib.Path(scratch) / f"of{ranks}"
    done = run(folder, [*options, f"--csv={out}", "--force"], ranks, scratch, threads)
    if done.returncode not in (0, 3) and (ranks == 1 or "ranks ends" in done.stderr):
        sys.exit(f"{options} on {ranks} ranks: {done.returncode}, {done.stderr}")
    record = json.loads((out / "run.json").read_text())
    del record["arguments"], record["wall_seconds"]
    record["figures"] = [each for each in record["figures"] if each["name"] != "arguments"]
    lines = done.stdout.splitlines() + (out / "summary.csv").read_text().splitlines()
    kept = [line for line in lines if not line.startswith("arguments")]
    flows = (out / "flows.csv").read_text()
    return {"status": done.returncode, "summary": kept, "flows": flows, "record": record}, done.stderr


def compare(folder, options, scratch):
    """Compares a run over ranks with one of one process. Returns the failures."""
    failures = 0
    one, _ = results(folder, options, 1, scratch)
    for ranks, threads in shapes_of(options, scratch):
        several, words = results(folder, options, ranks, scratch, threads)
        for what, text in one.items():
            if several[what] != text:
                failures += 1
                print(f"FAIL {options}: {what} of {ranks} ranks with {threads} threads differ")
        windows = re.search(r"(\d+) ranks( of (\d+) threads)? went through", words)
        if not windows or int(windows[1]) != ranks or int(windows[3] or 1) != threads:
            failures += 1
            print(f"FAIL {options}: expected {ranks} ranks with {threads} threads, got {words!r}")
        memory = re.search(r"most memory by rank: (.*) MiB", words)
        if not memory or len(memory[1].split(", ")) != ranks:
            failures += 1
            print(f"FAIL {options}: expected the memory of {ranks} ranks, got {words!r}")
    return failures


def files(folder, options, ranks, scratch, threads=1):
    """Returns the folder with all that a run writes, and its summary, less its arguments."""
    out = pathlib.Path(scratch) / f"files{ranks}"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    own = [option.replace("OUT", str(out)) for option in options]
    done = run(folder, [*own, f"--csv={out}", "--force"], ranks, scratch, threads)
    if done.returncode not in (0, 3) and (ranks == 1 or not (out / "summary.csv").exists()):
        sys.exit(f"{options} on {ranks} ranks: {done.returncode}, {done.stderr}")
    (out / "path-changes.csv").unlink(missing_ok=True)  # several ranks do not write it
    for name in ("run.json", ".mrc-results"):  # arguments and wall time; compared in other runs
        (out / name).unlink()
    rows = (out / "summary.csv").read_text().splitlines()
    (out / "summary.csv").write_text("\n".join(row for row in rows if not row.startswith("arguments")))
    return out


def differing(one, several):
    """Returns the files of two folders that are not the same, or are in one of them only."""
    names = {path.name for path in [*one.iterdir(), *several.iterdir()]}
    _, different, missing = filecmp.cmpfiles(one, several, names, shallow=False)
    return sorted(different + missing)


def compare_files(folder, options, scratch):
    """Compares all files of runs over ranks with those of one process. Returns the failures."""
    failures = 0
    one = files(folder, options, 1, scratch)
    for ranks, threads in shapes_of(options, scratch):
        wrong = differing(one, files(folder, options, ranks, scratch, threads))
        if wrong:
            failures += 1
            print(f"FAIL {options}: {', '.join(wrong)} of {ranks} ranks with {threads} threads differ")
    return failures


def said(folder, name, options, ranks, scratch):
    """Returns how a program other than mrc-fabric ended, over ranks, and the folder of what it wrote."""
    out = pathlib.Path(scratch) / f"{name}{ranks}"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    words = [f"{folder}/{name}", *(option.replace("OUT", str(out)) for option in options)]
    if ranks > 1:
        words = ["mpirun", "--oversubscribe", "-n", str(ranks), *words, f"--ns3::mrc::FabricProfile::Ranks={ranks}"]
    done = subprocess.run(
        words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, cwd=scratch, env=environment(), check=False
    )
    for own in ("run.json", ".mrc-results", "path-changes.csv"):  # arguments and wall time; a file that ranks do not write
        (out / own).unlink(missing_ok=True)
    return done, out


def compare_program(folder, program, scratch):
    """Compares a program over ranks with one process. Returns the failures."""
    failures = 0
    name, status, options = program
    one, files_of_one = said(folder, name, options, 1, scratch)
    if one.returncode != status or not one.stdout or not list(files_of_one.iterdir()):
        sys.exit(f"{name} {options} in one process: {one.returncode}, {one.stderr}")
    for ranks in (2, *drawn.drawn((3, 4), 1, what=name)):
        several, files_of_several = said(folder, name, options, ranks, scratch)
        wrong = differing(files_of_one, files_of_several)
        if several.returncode != one.returncode or several.stdout != one.stdout or wrong:
            failures += 1
            print(f"FAIL {name} over {ranks} ranks: {several.returncode}, {wrong}, {several.stdout!r}, not {one.stdout!r}")
            print(several.stderr)
    return failures


def refuse_program(folder, name, word, options, scratch):
    """Returns whether a program is refused over ranks by a word."""
    done, _ = said(folder, name, options, 2, scratch)
    return done.returncode != 0 and word in done.stderr and "expected one rank" in done.stderr


def told_by_mrc(name):
    """Returns how ./mrc run --ranks=2 refuses a program."""
    words = 'die() { echo "$*" >&2; exit 1; }; source "$0/utils/ranks.sh"; run_ranks 2 "$1"'
    done = subprocess.run(["bash", "-c", words, ROOT, name], capture_output=True, text=True, env={**os.environ, "state": "none"}, check=False)
    return done.stderr if done.returncode == 1 else ""


def refuse(folder, word, options, scratch):
    """Returns whether a run over ranks is refused by a word."""
    done = run(folder, ["--quiet", *options], 2, scratch)
    return done.returncode != 0 and word in done.stderr and "expected" in done.stderr


def memory_by_rank(folder, options, ranks, scratch):
    """Returns what each rank takes, MiB, by kind: the program and fabric, the queue pairs, the traffic."""
    done = run(folder, options, ranks, scratch)
    words = re.search(r"program and fabric ([0-9, ]*); queue pairs ([0-9, ]*); traffic ([0-9, ]*)", done.stderr)
    if done.returncode != 0 or not words:
        sys.exit(f"{options} over {ranks} ranks: {done.returncode}, {done.stderr}")
    return [[int(word) for word in kind.split(", ")] for kind in words.groups()]


def memory_of_one(folder, options, scratch):
    """Returns what one process takes at most, MiB."""
    with subprocess.Popen(command(folder, options, 1), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=scratch) as one:
        _, status, usage = os.wait4(one.pid, 0)
        one.returncode = status
    if status != 0:
        sys.exit(f"{options} in one process: {status}")
    return usage.ru_maxrss // 1024


def shares_memory(folder, scratch):
    """Returns whether each of two ranks takes less for its traffic than one process, and each of four about half of
    that. Ranks also keep the frames that they exchange."""
    fabric, pairs, two = memory_by_rank(folder, TRAFFIC, 2, scratch)
    _, _, four = memory_by_rank(folder, TRAFFIC, 4, scratch)
    one = memory_of_one(folder, TRAFFIC, scratch) - memory_of_one(folder, [LITTLE, *TRAFFIC[1:]], scratch) - max(pairs)
    print(f"memory for traffic: {one} MiB in one process, {two} with 2 ranks, {four} with 4; for all else {fabric}, {pairs}")
    return min(two) >= 15 and max(two) < one and max(four) <= 0.65 * min(two)


def fabric_of(folder, nics, ranks, scratch):
    """Returns what the program and a fabric with little traffic take in each process at most, MiB."""
    options = [LITTLE, "--topology=clos-8x100g", f"--nics={nics}", "--fail=none"]
    if ranks == 1:
        return [memory_of_one(folder, options, scratch)]
    return memory_by_rank(folder, options, ranks, scratch)[0]


def shares_fabric(folder, scratch):
    """Returns whether a rank takes less for a fabric than one process, and the less the more ranks there are. The
    program itself and MPI are what a small fabric takes. NICs and a few bytes of each port are in all ranks."""
    sizes = {}
    for ranks in (1, 2, 4):
        none = min(fabric_of(folder, 64, ranks, scratch))
        sizes[ranks] = max(fabric_of(folder, 16384, ranks, scratch)) - none
    print(f"memory for 16,384 NICs with 8 planes, by ranks: {sizes} MiB")
    return sizes[1] >= 40 and sizes[2] <= 0.85 * sizes[1] and sizes[4] <= 0.62 * sizes[1]


def recovery_agrees(folder, scratch):
    """Returns whether times of recovery are those of one process, where NICs of all ranks lose packets. Each rank hears of its
    own, and the first one writes the summary of all."""
    options = ["--repeat=2", "--fail=plane:0/loss=1%@0ns,plane:1/loss=1%@20us"]
    one, _ = results(folder, options, 1, scratch)
    rows = [line for line in one["summary"] if line.startswith('"recovery time')]
    losers = [int(row["source"]) for row in csv.DictReader(one["flows"].splitlines()) if int(row["retransmissions"]) > 0]
    quarters = {4 * source // NICS for source in losers}
    if len(rows) < 3 or quarters != {0, 1, 2, 3}:
        print(f"expected losses by NICs of all parts, got {quarters} and {rows}")
        return False
    agree = True
    for ranks, threads in ((2, 1), (4, 1), (2, 2)):
        several, _ = results(folder, options, ranks, scratch, threads)
        told = [line for line in several["summary"] if line.startswith('"recovery time')]
        if told != rows:
            print(f"times of recovery over {ranks} ranks of {threads} threads: {told}, not {rows}")
            agree = False
    return agree


def children_of(number):
    """Returns the numbers of the processes that a process has started."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(number)], stdout=subprocess.PIPE, text=True, check=True)
    return [int(word) for word in listed.stdout.split()]


def kill_one(folder, scratch):
    """Kills one of two ranks. Returns whether the other one ended too, with a message."""
    with subprocess.Popen(
        command(folder, LONG, 2),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=scratch,
        env=environment(),
    ) as started:
        try:
            time.sleep(3)
            children = children_of(started.pid)
            if not children:
                return False
            os.kill(children[-1], signal.SIGKILL)
            _, words = started.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            return False
        finally:
            started.terminate()  # of a run that goes on: mpirun ends its ranks
        return len(children) == 2 and started.returncode != 0 and "signal 9" in words


def end_of(folder, options, number, scratch):
    """Runs for long over two ranks. The last one gets a signal of this number once there are rows, if it is not 0.
    Returns the end that run.json names, and whether flows.csv has whole rows."""
    out = pathlib.Path(scratch) / "ended"
    shutil.rmtree(out, ignore_errors=True)  # rows there must be of this run
    words = command(folder, [*LONG, *options, f"--csv={out}", "--force"], 2)
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=scratch, env=environment()) as started:
        rows = out / "flows.csv"
        deadline = time.monotonic() + 60
        try:
            while number and time.monotonic() < deadline and not (rows.exists() and rows.stat().st_size > 1000):
                time.sleep(0.05)
            if number:
                children = children_of(started.pid)
                if not children:
                    return "none, as there are no ranks", False
                os.kill(children[-1], number)
            started.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            return "nothing in 60 s", False
        finally:
            started.terminate()  # of a run that goes on: mpirun ends its ranks
    record = json.loads((out / "run.json").read_text())
    lines = rows.read_text()
    whole = lines.endswith("\n") and len({line.count(",") for line in lines.splitlines()}) == 1
    return record["end"]["name"], whole


def job_agrees(folder, scratch):
    """Runs examples/ranks.sbatch with programs in the place of ./mrc and srun. Returns whether its flows are those of
    one process."""
    place = pathlib.Path(scratch) / "job"
    place.mkdir()
    for name, text in (("mrc", MRC.format(build=folder.parent, root=ROOT)), ("srun", SRUN)):
        (place / name).write_text(text)
        (place / name).chmod(0o755)
    path = f"{place}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", ROOT / "examples/ranks.sbatch"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=place,
        env={**environment(), "PATH": path, "SLURM_NTASKS": "2"},
        check=False,
    )
    if done.returncode != 0:
        print(done.stdout, done.stderr)
        return False
    one, _ = results(folder, ["--fail=none", "--repeat=2"], 1, scratch)
    return "2 ranks went through" in done.stderr and (place / "ranks/flows.csv").read_text() == one["flows"]


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    failures = 0
    compared = [*chosen(RUNS, "traffic"), *chosen(FAULTS, "faults")]
    watched = chosen(WATCHED, "files")
    with tempfile.TemporaryDirectory() as scratch:
        plan = pathlib.Path(scratch) / "faults.txt"
        plan.write_text(PLAN)
        for options in compared:
            failures += compare(folder, [each.replace("FILE", str(plan)) for each in options], scratch)
        for options in watched:
            failures += compare_files(folder, options, scratch)
        for word, options in REFUSED.items():
            if not refuse(folder, word, options, scratch):
                failures += 1
                print(f"FAIL {options}: expected a refusal that names {word}")
        if not shares_memory(folder, scratch):
            failures += 1
            print("FAIL: expected less memory for traffic in each of two ranks than in one process, and half of that in each of four")
        if not shares_fabric(folder, scratch):
            failures += 1
            print("FAIL: expected at most 0.85 of the memory for a fabric in each of two ranks, and 0.62 in each of four")
        for program in PROGRAMS:
            failures += compare_program(folder, program, scratch)
        for name, (word, options) in PROGRAMS_REFUSED.items():
            if not refuse_program(folder, name, word, options, scratch) or f"--ranks=2 with {name}, whose" not in told_by_mrc(name):
                failures += 1
                print(f"FAIL {name}: expected a refusal that names {word}")
        if not recovery_agrees(folder, scratch):
            failures += 1
            print("FAIL: times of recovery over ranks are not those of one process")
        if not job_agrees(folder, scratch):
            failures += 1
            print("FAIL: the job of examples/ranks.sbatch has other flows than one process")
        for options, number, expected in ENDS:
            end, whole = end_of(folder, options, number, scratch)
            if end != expected or not whole:
                failures += 1
                print(f"FAIL {options}, signal {number} of one rank: ended as {end}, rows whole: {whole}; expected {expected}")
        if not kill_one(folder, scratch):
            failures += 1
            print("FAIL: a rank was killed, and the other one did not end with a message")
    runs = len(compared) + len(watched) + len(PROGRAMS)
    of = len(RUNS) + len(FAULTS) + len(WATCHED) + len(PROGRAMS)
    print(f"{runs} of {of} runs of one process and over ranks, {len(REFUSED) + len(PROGRAMS_REFUSED)} refusals, {failures} failures")
    return 1 if failures or runs < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
