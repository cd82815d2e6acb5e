#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs examples once as they are, and then in other ways. These have the bytes of every packet on
every hop, captures, or one of ns-3's schedulers under the fast simulator and ns-3's own. What an
example prints, the fingerprint included, must be the same. The bytes are on every hop of each example but
three slow ones. The present commit draws half of the examples, and one of the other ways for each of them. The five schedulers take turns.
Of the three the commit draws one.
MRC_ALL=1 runs each example in all ways. Argument: the folder of the built examples."""

# Clauses of this file: [wire-mode]

import os
import pathlib
import runpy
import shlex
import subprocess
import sys
import tempfile

import drawn
from shorter import shorter

WIRE_MODE = "--ns3::mrc::FabricProfile::WireMode=true"
# milliseconds at full load: an hour with bytes, minutes with all schedulers
SLOW = ("--target=T6-T0", "--target=T8-long", "--target=T13", "--job=mixtral-8x7b.job")
# of stock devices only, which know no wire mode, or of no packets at all
STOCK = ("mrc-job-life", "mrc-plan", "mrc-srv6", "mrc-srv6-tcp")
SCHEDULERS = ("Map", "Heap", "List", "Calendar", "PriorityQueue")


def output(folder, command, *more):
    """Returns what an example prints, less the line that repeats its arguments."""
    words = shlex.split(command)
    run = subprocess.run(
        [f"{folder}/{words[0]}", *words[1:], *more],
        stdout=subprocess.PIPE,
        text=True,
        timeout=600,
        check=True,
    )
    return [line for line in run.stdout.splitlines() if not line.startswith("arguments ")]


def is_slow(command):
    """Returns whether an example has no time for bytes on every hop."""
    return any(word in SLOW for word in command.split())


def ways(command, scratch, schedulers):
    """Returns the options that must change nothing besides bytes on every hop, by name."""
    if is_slow(command):
        return {"default simulator": ["--MrcFastSimulator=false"]}
    of_graphs = "--topology=r" in command  # ports of graphs have other names
    ports = [f"--pcapPorts=nic3{'' if of_graphs else ',p0.t0.1.up7'}"] if command.startswith("mrc-fabric") else []
    found = {}
    if not command.startswith(("mrc-astra", "mrc-own-", "mrc-clustermapper", "mrc-controllers", "mrc-convergence", "mrc-credit", "mrc-grey-link", "mrc-training")):  # those without that option
        found["captures"] = [f"--pcap={scratch}/port", "--force", *ports]
    for scheduler in schedulers:
        option = f"--SchedulerType=ns3::{scheduler}Scheduler"
        found[f"{scheduler} scheduler"] = [option]
        found[f"default simulator, {scheduler} scheduler"] = [option, "--MrcFastSimulator=false"]
    return found


def chosen(command, found):
    """Returns those ways that the present commit draws, or all."""
    return {name: found[name] for name in drawn.drawn(list(found), 1, what=command)}


def check(folder, command, others):
    """Returns how many ways differ, whether the example prints a fingerprint, and the names of the ways."""
    plain = output(folder, command)
    failures = 0 if plain else 1
    others = dict(others)
    if not is_slow(command):
        others["wire mode"] = [WIRE_MODE]
    for name, options in others.items():
        other = output(folder, command, *options)
        print(f"{command}, {name}: {'the same' if plain == other else 'DIFFERENT'}")
        if plain != other:
            failures += 1
            print("\n".join(sorted(set(plain) ^ set(other))))
    return failures, any(line.startswith("fingerprint") for line in plain), list(others)


def besides(folder, scratch, commands, kind):
    """Returns what check says of the first example that has a way of that kind, and of this way alone."""
    for command in commands:
        others = {name: options for name, options in ways(command, scratch, SCHEDULERS[:1]).items() if kind in name}
        if others and not is_slow(command):
            failed, _, names = check(folder, command, others)
            return failed, names
    return 1, []


def main():
    """Runs all examples."""
    folder = sys.argv[1]
    listed = pathlib.Path(__file__).parent.parent / "examples-to-run.py"
    failures = 0
    fingerprints = 0
    used = set()  # ways
    commands = [shorter(command) for command, run, _ in runpy.run_path(str(listed))["cpp_examples"] if run == "True" and command.split()[0] not in STOCK]
    slow = [command for command in commands if is_slow(command)]
    left_out = set(slow) - set(drawn.drawn(slow, 1, what="slow examples"))
    commands = [command for command in commands if command not in left_out]
    both = drawn.drawn(commands, len(commands) // 2, what="other ways")
    with tempfile.TemporaryDirectory() as scratch:
        for turn, command in enumerate(commands):
            schedulers = SCHEDULERS if os.environ.get("MRC_ALL") else [SCHEDULERS[turn % len(SCHEDULERS)]]
            others = chosen(command, ways(command, scratch, schedulers)) if command in both or is_slow(command) else {}
            failed, has_fingerprint, names = check(folder, command, others)
            failures += failed
            fingerprints += has_fingerprint
            used.update(names)
        # A draw may leave a kind out of all examples: then one has it besides.
        for kind in ("captures", "simulator"):
            if not any(kind in name for name in used):
                failed, names = besides(folder, scratch, commands, kind)
                failures += failed
                used.update(names)
    if fingerprints == 0:
        failures += 1
        print("no example prints a fingerprint")
    if "captures" not in used or not any("simulator" in name for name in used):
        failures += 1
        print(f"expected captures and schedulers with some example, not {', '.join(sorted(used))} alone")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
