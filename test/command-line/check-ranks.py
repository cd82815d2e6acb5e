#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs mrc-fabric and other programs over several ranks of MPI, with one thread or several in each. All that a run writes is
compared with a run of one process. What several ranks cannot serve must be refused by its name, and a rank that dies must end the others.
The present commit draws a third of the runs of each kind. Each is done over two ranks, and over one more shape that the
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
from rank_cases import FAULTS, LONG_PROGRAMS, LONG_WINDOWS, PLAN, PROGRAMS, PROGRAMS_REFUSED, REFUSED, RUNS, SILENT, WATCHED, WITHOUT_FABRIC
from rank_memory import shares_fabric, shares_memory
from rank_start import command, environment, run, said
from rank_windows import tells_long_from_short, windows_are_long
from streamed import write_schedule, write_traces

NICS = 32  # of the fabric that mrc-fabric has by itself
ROOT = pathlib.Path(__file__).resolve().parents[2]
MRC = """#!/bin/bash
# ./mrc run --ranks=N NAME without the build, and with few repetitions
set -euo pipefail
root={root} build={build} state={build}
source {root}/utils/ranks.sh
need_interpreter() {{ :; }}
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
    """Returns the third of the runs of a kind that the commit draws, with those that are done in all shapes."""
    names = [f"{options}" for options in runs]
    mine = drawn.drawn(names, -(-len(names) // 3), what=f"runs of {kind}")
    return [options for options in runs if f"{options}" in mine or options in (RUNS[1], FAULTS[0])]


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


def drops_add_up(summary):
    """Returns whether the reasons of drops come to all of them."""
    rows = {row[0]: row[1] for row in csv.reader(summary) if len(row) == 3}
    reasons = sum(int(value) for name, value in rows.items() if name.startswith("drops, "))
    return "drops" in rows and int(rows["drops"]) == reasons


def compare(folder, options, scratch):
    """Compares a run over ranks with one of one process. Returns the failures."""
    failures = 0
    one, _ = results(folder, options, 1, scratch)
    if not drops_add_up(one["summary"]):
        failures += 1
        print(f"FAIL {options}: drops are not the sum of their reasons")
    for ranks, threads in shapes_of(options, scratch):
        several, words = results(folder, options, ranks, scratch, threads)
        for what, text in one.items():
            if several[what] != text:
                failures += 1
                print(f"FAIL {options}: {what} of {ranks} ranks with {threads} threads differ")
        windows = re.search(r"(\d+) ranks( of (\d+) threads)? went through", words)
        sent = re.search(r" links? between them; the first rank sent (\d+) frames? over these", words)
        # of several threads they may be frames between these
        if not sent or (int(sent[1]) == 0 and threads == 1 and options != SILENT):
            failures += 1
            print(f"FAIL {options}: no frames between {ranks} ranks with {threads} threads, {words!r}")
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


def compare_program(folder, program, scratch):
    """Compares a program over ranks with one process. Returns the failures."""
    failures = 0
    name, status, options = program
    one, files_of_one = said(folder, name, options, 1, scratch)
    writes = any("OUT" in option for option in options)
    if one.returncode != status or not one.stdout or bool(list(files_of_one.iterdir())) != writes:
        sys.exit(f"{name} {options} in one process: {one.returncode}, {one.stderr}")
    for ranks in (2, *drawn.drawn((3, 4), 1, what=name)):
        several, files_of_several = said(folder, name, options, ranks, scratch)
        wrong = differing(files_of_one, files_of_several)
        told = [line for line in several.stderr.splitlines() if line.startswith(f"{name}: ")]
        if len(set(told)) < len(told):
            failures += 1
            print(f"FAIL {name} over {ranks} ranks: expected each line once, got {told}")
        if several.returncode != one.returncode or several.stdout != one.stdout or wrong:
            failures += 1
            print(f"FAIL {name} over {ranks} ranks: {several.returncode}, {wrong}, {several.stdout!r}, not {one.stdout!r}")
            print(several.stderr)
    return failures


def refuse_program(folder, name, word, options, scratch):
    """Returns whether a program is refused over ranks by a word."""
    done, _ = said(folder, name, options, 2, scratch)
    return done.returncode != 0 and word in done.stderr and "expected one rank" in done.stderr


def taken_by_mrc(name):
    """Returns whether ./mrc run --ranks=2 takes a program; None: it says no reason why it does not."""
    words = 'die() { echo "$*"; exit 1; }; need_interpreter() { echo taken; exit; }; source "$0/utils/ranks.sh"; run_ranks 2 "$1"'
    done = subprocess.run(["bash", "-c", words, ROOT, name], capture_output=True, text=True, env={**os.environ, "state": "none"}, check=False)
    refusal = re.fullmatch(rf"--ranks=2 with {name}, whose [\w: ]+: expected one process\n", done.stdout)
    return False if refusal and done.returncode == 1 else True if done.stdout == "taken\n" else None


def misjudged_by_mrc():
    """Returns how many examples are not in rank_cases.py, or ./mrc run --ranks=2 takes otherwise than that file says."""
    cases = {"mrc-fabric": True, **{name: True for name, _, _ in PROGRAMS}, **dict.fromkeys((*PROGRAMS_REFUSED, *WITHOUT_FABRIC), False)}
    failures = 0
    for name in sorted({path.stem for path in (ROOT / "examples").glob("mrc-*.cc")} | set(cases)):
        if name not in cases or taken_by_mrc(name) is not cases[name]:
            failures += 1
            print(f"FAIL {name}: ./mrc takes it: {taken_by_mrc(name)}; expected {cases.get(name, 'a row of rank_cases.py')}")
    return failures


def refuses_once(folder, scratch):
    """Returns whether ./mrc tells the refusal of all ranks once. check-rank-words.py has more."""
    mrc = pathlib.Path(scratch) / "mrc-once"
    mrc.write_text(MRC.format(build=folder.parent, root=ROOT))
    done = subprocess.run(["bash", mrc, "run", "--ranks=3", "mrc-fabric", "--topology=none"], capture_output=True, text=True, timeout=60, env=environment(), check=False)
    return done.returncode == 1 and done.stderr.count("mrc-fabric: error: ") == 1


def refuse(folder, word, options, scratch):
    """Returns whether a run over ranks is refused by a word."""
    done = run(folder, ["--quiet", *options], 2, scratch)
    return done.returncode != 0 and word in done.stderr and "expected" in done.stderr


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
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(number)], stdout=subprocess.PIPE, text=True, check=False)  # 1: none
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
            deadline = time.monotonic() + 60
            while len(children := children_of(started.pid)) < 2 and time.monotonic() < deadline:
                time.sleep(0.05)
            time.sleep(1)  # some way into the run
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
    programs = [PROGRAMS[place] for place in drawn.drawn(range(len(PROGRAMS)), 8, what="programs")]
    programs += LONG_PROGRAMS if os.environ.get("MRC_ALL") else ()
    with tempfile.TemporaryDirectory() as scratch:
        plan = pathlib.Path(scratch) / "faults.txt"
        plan.write_text(PLAN)
        write_traces(scratch)
        write_schedule(scratch)
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
        for program in programs:
            failures += compare_program(folder, program, scratch)
        for name, (word, options) in PROGRAMS_REFUSED.items():
            if not refuse_program(folder, name, word, options, scratch):
                failures += 1
                print(f"FAIL {name}: expected a refusal that names {word}")
        failures += misjudged_by_mrc()
        if not refuses_once(folder, scratch):
            failures += 1
            print("FAIL: expected three ranks that refuse an option to say so once")
        if not tells_long_from_short():
            failures += 1
            print("FAIL: expected 600 cut windows of 1,000 to be too many")
        for name, options in LONG_WINDOWS:
            if not windows_are_long(folder, name, options, scratch):
                failures += 1
                print(f"FAIL {name} {options}: expected windows of 0.9 of the longest on average, hardly any cut by ordinary events")
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
    runs = len(compared) + len(watched) + len(programs)
    of = len(RUNS) + len(FAULTS) + len(WATCHED) + len(PROGRAMS) + len(LONG_PROGRAMS)
    print(f"{runs} of {of} runs of one process and over ranks, {len(REFUSED) + len(PROGRAMS_REFUSED) + len(WITHOUT_FABRIC)} refusals, {failures} failures")
    return 1 if failures or runs < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
