#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs scripts over ranks of MPI. Right ones must say what they say in one process. Wrong ones, such as one in
which one rank alone asks for a counter, must end all ranks soon, with a message. Argument: the program."""

# Clauses of this file: [several-ranks]

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "command-line"))
from rank_start import environment  # noqa: E402

INSIDE = ((2, 2, "agree"), (3, 2, "agree"), (2, 3, "agree"))  # several threads in each rank
LOOKS = 300  # at a run that stalls, each with one message for the counters of all queue pairs
TRANSFERS = 7680  # of that run; begins and ends of those that are posted ask too
SECONDS = 60  # a run that takes longer hangs
MORE_NICS = 1024  # that bytes-of-more has than bytes
THREAD_BYTES = 240  # of a connection, in each further thread: two slots and seats
SOURCES = ("window", "flight", "rtt", "nack", "planes", "bytes", "path", "resent", "state", "delivered")  # of a queue pair
# Sinks of these give orders, of which others hear at once. Orders are for queue pairs of the own rank and of another one. Some come amid others.
ORDERS = ("modify-in-sink", "modify-other-in-sink", "deny-in-sink", "deny-other-in-sink", "modify-in-queue", "orders-in-sinks")
# script -> words of the message, with two ranks
WRONG = {
    "alone-own": ["different things", "counters of queue pair", "none behind ns3::mrc::IsFirstRank"],
    "alone-other": ["different things", "counters of queue pair"],
    "second-alone-own": ["different things", "counters of queue pair"],
    "second-alone-other": ["different things", "counters of queue pair"],
    "different": ["different things", "counters of queue pair"],
    "port-alone": ["different things", "counters of port"],
    "link-alone": ["ends all", "expected the same"],
    "late": ["different things", "counters of queue pair", "behind"],
    "backlog": ["a backlog of ns3::mrc::PortQueue", "expected one rank"],
    "parts-differ": ["in different ways", "ns3::mrc::FabricProfile::Partition"],
    "scotch-differs": ["in different ways", "the same scotch_gpart, or none"],
    "refused-in-sink": ["ends all", "RefusingFactory makes no controller"],
    "refused-other-in-sink": ["ends all", "RefusingFactory makes no controller"],
    "link-in-sink": ["a link was taken down inside a sink", "Simulator::ScheduleNow"],
    "kept-paths": ["told of an earlier event", "HostDelay later"],
    "sinks-alone": ["different sinks or completion queues", "none behind ns3::mrc::IsFirstRank"],
    "sinks-differ": ["different sinks or completion queues"],
    "completed-alone": ["different sinks or completion queues"],
    "queue-alone": ["different sinks or completion queues"],
    "dispose-alone": ["different sinks or completion queues"],
    "stock": ["stock stacks", "expected one rank"],
    "two-unheld": ["after MPI has ended", "an ns3::mrc::FirstRankSpeaks that still exists"],
    "mpi-simulator": ["imulator", "ns3::mrc::FastSimulatorImpl", "expected"],
}


def run(program, script, ranks, threads=1):
    """Returns how a script ended. Scripts write programs and graphs, into a folder that no other run has."""
    words = [program, script, str(ranks), str(threads)]
    if ranks > 1:
        words = ["mpirun", "--oversubscribe", "-n", str(ranks), *words]
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            words,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=SECONDS,
            env=environment(),
            check=False,
        )


def stalls(program):
    """Returns how many runs that stall differ from one process, or ask for counters too often. Each look asked for those of
    each queue pair before."""
    one = run(program, "stall", 1)
    if one.returncode != 0 or "stalled" not in one.stdout or "do not move" not in one.stdout:
        sys.exit(f"stall in one process: {one.returncode}, {one.stdout}{one.stderr}")
    failures = 0
    for ranks, threads in ((2, 1), (3, 1), (2, 2)):
        several = run(program, "stall", ranks, threads)
        asked = re.findall(r"pages (\d+), counters (\d+)", several.stderr)
        pages = max((int(words[0]) for words in asked), default=0)
        alone = max((int(words[1]) for words in asked), default=0)
        print(f"a run over {ranks} ranks that stalled asked for all counters {pages} times, and for those of one queue pair {alone} times")
        if several.returncode != 0 or several.stdout != one.stdout or not 2 <= pages <= LOOKS or alone > TRANSFERS:
            failures += 1
            print(f"FAIL stall over {ranks} ranks: {several.returncode}, {several.stdout}{several.stderr}, not {one.stdout}")
    return failures


def meets(traces):
    """Returns whether a queue pair of the first NIC ends a Write at the very instant of a round trip of the last NIC."""
    ends = set(re.findall(r"completed 0 (\d+)$", traces, re.MULTILINE))
    return bool(ends & set(re.findall(r" 1 source rtt \d+ (\d+)$", traces, re.MULTILINE)))


def turns(orders):
    """Returns whether at some instant EVs of the first rank change before those of the last one, and again behind these."""
    ranks = {}
    for pair, at in re.findall(r" (\d) source path \d+ \d \d (\d+)$", orders, re.MULTILINE):
        ranks[at] = ranks.get(at, "") + ("0" if pair in "025" else "1")
    return any(re.search("01+0", those) for those in ranks.values())


def meets_ports(words):
    """Returns whether NICs of both of two ranks send at the instant of a completion."""
    ends = re.findall(r"completed at (\d+)$", words, re.MULTILINE)
    senders = set(re.findall(rf" {ends[-1] if ends else 'none'} nic(\d+)\.p\d PhyTxBegin ", words))
    return {"0", "4", "6", "10", "15"} == senders


def orders_in(script, words):
    """Returns whether sinks hear of orders that other sinks give, amid these where they say so."""
    if script == "orders-in-sinks":
        return re.search(r"outer begins\n.* path .*inner begins\n.* path .*inner ends\n.*outer ends\n", words, re.DOTALL) is not None
    return (" path " if script.startswith("deny") else " state ") in words


def samples_tell(program):
    """Returns how many runs do not say once that samples have ended."""
    failures = 0
    for ranks in (1, 2, 3):
        done = run(program, "samples", ranks)
        if done.returncode != 0 or done.stderr.count("samples: samples end at +9us: a file has at most 1 rows") != 1:
            failures += 1
            print(f"FAIL samples over {ranks} ranks: {done.returncode}, expected one line that they end, got {done.stderr!r}")
    return failures


def bytes_by_rank(program, script, ranks, threads=1):
    """Returns by rank what the rank keeps of a fabric, and of a connection: within the first rank, across, and within the last one.
    None: the allocator does not count."""
    done = run(program, script, ranks, threads)
    if done.returncode == 77:
        return None
    told = re.findall(r"(first|other) rank: fabric ([\d.]+), first ([\d.]+), across ([\d.]+), last ([\d.]+)", done.stderr)
    if done.returncode != 0 or len(told) != ranks:
        sys.exit(f"{script} over {ranks} ranks: {done.returncode}, {done.stderr}")
    return {rank: dict(zip(("fabric", "first", "across", "last"), map(float, figures))) for rank, *figures in told}


def keeps_little_of_others(program):
    """Returns how many bounds are broken on what a rank keeps of NICs and queue pairs of others, beside its own ports. A
    connection without an own end has no queue pairs there, and takes less than in one process."""
    one = bytes_by_rank(program, "bytes", 1)
    if one is None:
        return 0
    whole = one["first"]["first"]
    failures = 0
    for threads, nic_bytes, more in ((1, 1250, 0), (2, 1550, THREAD_BYTES)):
        few, many = (bytes_by_rank(program, script, 2, threads) for script in ("bytes", "bytes-of-more"))
        got = {
            "a NIC": max(many[rank]["fabric"] - few[rank]["fabric"] for rank in few) / MORE_NICS,
            "two own ends": max(few["first"]["first"], few["other"]["last"]),
            "one own end": max(rank["across"] for rank in few.values()),
            "no own end": max(few["first"]["last"], few["other"]["first"]),
        }
        most = {"a NIC": nic_bytes, "two own ends": whole + 20 + more, "one own end": whole - 60 + more, "no own end": whole - 140 + more}
        print(f"bytes in each of two ranks of {threads} threads: {got}; of a connection in one process {whole}")
        for what, bound in most.items():
            if not got[what] <= bound:
                failures += 1
                print(f"FAIL bytes of {what} in a rank of {threads} threads: {got[what]}, expected at most {bound}")
    return failures


def main():
    program = os.path.abspath(sys.argv[1])
    failures = 0
    print(f"MPI is started as {run(program, 'mpi-of', 1).stdout.strip()} does")
    drops = run(program, "drop-last", 1)
    if drops.returncode != 0 or "15000000 2" not in drops.stdout:
        sys.exit(f"drop-last in one process: {drops.returncode}, {drops.stdout}{drops.stderr}")
    whole = run(program, "agree", 1)
    if whole.returncode != 0 or whole.stdout.count("completed at") != 12 or " 0 lost, 0 retired" not in whole.stdout:
        sys.exit(f"agree in one process: {whole.returncode}, {whole.stdout}{whole.stderr}")
    quick = run(program, "quicken", 1)
    if quick.returncode != 0 or "60000 ns" not in quick.stdout or " 0 sent" in quick.stdout:
        sys.exit(f"quicken in one process: {quick.returncode}, {quick.stdout}{quick.stderr}")
    quicker = ((2, 1, "quicken"), (4, 1, "quicken"), (2, 2, "quicken"))
    many = run(program, "read-many", 1)
    if many.returncode != 0 or many.stdout.count("placed") != 12:
        sys.exit(f"read-many in one process: {many.returncode}, {many.stdout}{many.stderr}")
    limited = run(program, "limit", 1)
    if limited.returncode != 0 or limited.stdout.count("1 2\n") != 12 or "44100 ns" not in limited.stdout:
        sys.exit(f"limit in one process: {limited.returncode}, {limited.stdout}{limited.stderr}")
    traces = run(program, "traces", 1)
    missing = [source for source in SOURCES if f" {source} " not in traces.stdout]
    if traces.returncode != 0 or missing or not meets(traces.stdout):
        sys.exit(f"traces in one process: {traces.returncode}, no {missing}, {traces.stderr}")
    answers = run(program, "answers", 1)
    if answers.returncode != 0 or answers.stdout.count(" took ") != 30 or answers.stdout.count("WR_FLUSH_ERR") != 6:
        sys.exit(f"answers in one process: {answers.returncode}, {answers.stdout}{answers.stderr}")
    behind = run(program, "behind-sinks", 1)
    if behind.returncode != 0 or behind.stdout.count(" source state ") != 2:
        sys.exit(f"behind-sinks in one process: {behind.returncode}, {behind.stdout}{behind.stderr}")
    leave = run(program, "leave", 1)
    if leave.returncode != 0 or leave.stdout.count("one leaves") != 2:
        sys.exit(f"leave in one process: {leave.returncode}, {leave.stdout}{leave.stderr}")
    meetings = {script: run(program, script, 1) for script in ("meet-ports", "meet-all")}
    for script, done in meetings.items():
        if done.returncode != 0 or not meets_ports(done.stdout):
            sys.exit(f"{script} in one process: {done.returncode}, {done.stdout}{done.stderr}")
    ordered = {script: run(program, script, 1) for script in ORDERS}
    for script, done in ordered.items():
        if done.returncode != 0 or not orders_in(script, done.stdout):
            sys.exit(f"{script} in one process: {done.returncode}, {done.stdout}{done.stderr}")
    orders = run(program, "orders", 1)
    if orders.returncode != 0 or orders.stdout.count(" source state ") != 4 or not turns(orders.stdout):
        sys.exit(f"orders in one process: {orders.returncode}, {orders.stdout}{orders.stderr}")
    failures += stalls(program)
    failures += samples_tell(program)
    failures += keeps_little_of_others(program)
    two = run(program, "two", 1)
    if two.returncode != 0 or "20000 ns" not in two.stdout:
        sys.exit(f"two in one process: {two.returncode}, {two.stdout}{two.stderr}")
    twice = ((2, 1, "two"), (3, 1, "two"), (2, 2, "two"))
    ones = {"two": two, "agree": whole, "mpi-started": whole, "quicken": quick, "read-many": many, "limit": limited, "traces": traces, "answers": answers, "orders": orders, "behind-sinks": behind, "leave": leave, **meetings, **ordered}
    reading = ((2, 1, "read-many"), (4, 1, "read-many"), (2, 2, "read-many"))
    limiting = ((2, 1, "limit"), (3, 1, "limit"), (2, 2, "limit"))
    hearing = tuple((*shape, script) for shape in ((2, 1), (3, 1), (2, 2)) for script in ("traces", "answers", "orders", "behind-sinks", "leave", *meetings, *ORDERS))
    agreeing = (*((each, 1, "agree") for each in (2, 3, 4)), *INSIDE, (2, 1, "mpi-started"))
    for ranks, threads, script in (*agreeing, *quicker, *reading, *limiting, *twice, *hearing):
        several = run(program, script, ranks, threads)
        one = ones[script]
        if several.returncode != 0 or several.stdout != one.stdout:
            failures += 1
            print(f"FAIL {script} over {ranks} ranks of {threads} threads: {several.returncode}, {several.stderr}")
            print(*(f"{a!r} {b!r}" for a, b in zip(one.stdout.split("\n"), several.stdout.split("\n")) if a != b), sep="\n")
    for ranks, threads in ((2, 1), (3, 1), (4, 1), (2, 2)):
        last = run(program, "drop-last", ranks, threads)
        if last.returncode != 0 or last.stdout != drops.stdout:
            failures += 1
            print(f"FAIL drop-last over {ranks} ranks: {last.returncode}, {last.stdout}{last.stderr}, not {drops.stdout}")
        if (ranks, threads) not in ((2, 1), (3, 1)):  # messages in pieces go from one rank to each other one
            continue
        pieces = run(program, "pieces", ranks)
        if pieces.returncode != 0 or pieces.stdout != "pieces came\n":
            failures += 1
            print(f"FAIL pieces over {ranks} ranks: {pieces.returncode}, {pieces.stdout}{pieces.stderr}")
    for script, words in WRONG.items():
        done = run(program, script, 2)
        missing = [word for word in words if word not in done.stderr]
        if done.returncode == 0 or missing:
            failures += 1
            print(f"FAIL {script}: {done.returncode}, expected {missing} in {done.stderr!r}")
    print(f"24 scripts over 2 to 4 ranks, {len(WRONG)} wrong ones, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
