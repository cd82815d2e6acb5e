#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs examples on one thread and on several: they must print the same, the fingerprint included. Several say on the
error stream how they shared the run. What may differ is in threads-may-differ.txt. The present commit draws a sample of
examples-to-run.py. Arguments: the folder of the built examples; --all runs all; --threads=N on so many threads alone;
--programs prints the names of all."""

# Clauses of this file: [several-threads]

import pathlib
import re
import runpy
import shlex
import subprocess
import sys
import tempfile

import drawn
import threads_allowed
from shorter import shorter
from thread_counts import thread_counts

LISTED = pathlib.Path(__file__).parent.parent / "examples-to-run.py"
# minutes at full load: with --all alone
SLOW = ("--target=T6-T0", "--target=T8-long", "--target=T13", "--job=mixtral-8x7b.job")
# of stock devices only, or of no packets at all: they take no threads
WITHOUT = ("mrc-job-life", "mrc-plan", "mrc-srv6", "mrc-srv6-tcp")
SAMPLE = 6
SHARED = re.compile(r"threads sent each other|one thread went through|one thread of \d+ does all")


def commands():
    """Returns the examples that run here."""
    found = []
    for command, run, _ in runpy.run_path(str(LISTED))["cpp_examples"]:
        if run == "True" and command.split()[0] not in WITHOUT:
            found.append(shorter(command))
    return found


def sample(from_all):
    """Returns those that the present commit draws."""
    short = [command for command in from_all if not any(word in SLOW for word in command.split())]
    return drawn.drawn(short, SAMPLE)


def output(folder, command, threads, scratch):
    """Returns how an example ends and what it prints of what must be the same, and whether it says how threads shared the run."""
    words = shlex.split(command)
    run = subprocess.run(
        [f"{folder}/{words[0]}", *words[1:], f"--threads={threads}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=900,
        cwd=scratch,
        check=False,
    )
    return (run.returncode, threads_allowed.kept(run.stdout.splitlines())), bool(SHARED.search(run.stderr))


def main():
    if "--programs" in sys.argv:
        print("\n".join(sorted({command.split()[0] for command in commands()})))
        return 0
    folder = pathlib.Path(sys.argv[1]).resolve()
    is_all = "--all" in sys.argv
    counts = thread_counts(sys.argv)
    chosen = commands() if is_all else sample(commands())
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        for command in chosen:
            one, is_shared = output(folder, command, 1, scratch)
            if is_shared:
                failures += 1
                print(f"FAIL {command}: one thread says how threads shared the run")
            if one[0] < 0 or not one[1]:  # a signal, or nothing printed
                failures += 1
                print(f"FAIL {command}: status {one[0]} on one thread")
            for threads in counts:
                other, is_shared = output(folder, command, threads, scratch)
                if not is_shared:
                    failures += 1
                    print(f"FAIL {command}: {threads} threads do not say how they shared the run")
                is_same = other == one
                print(f"{command}, {threads} threads: {'the same' if is_same else 'DIFFERENT'}", flush=True)
                if not is_same:
                    failures += 1
                    print("\n".join(sorted(set(one[1]) ^ set(other[1]))))
    print(f"{len(chosen)} examples on one thread and on several, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
