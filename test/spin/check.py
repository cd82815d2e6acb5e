#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks the model in mrc.pml: every claim holds in every scenario, and fails on a planted bug.

The present commit draws four of the scenarios; MRC_ALL=1 searches all, as a change of the model has to.
Needs spin and a C compiler; without them it exits with 77, which ctest takes for skipped. Prints one
line for each run: what was searched, how many states it has, and what came out.
"""

# Clauses of this file: [ev-states], [skip-consumption], [plane-turns]

import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../command-line"))
import drawn  # noqa: E402

SKIPPED = 77
SECONDS = 300  # for one run; the longest takes a tenth of it
DEPTH = 100000

# scenario -> bounds (see bounds.pml); all claims hold
SCENARIOS = {
    "recovery": "LOSSES=1 TRIMS=1 COPIES=1 EAGER=1 FIXED_ORDER=1",
    "mistakes": "LOSSES=1 MISTAKES=1 FIXED_ORDER=1",
    "any order of EVs": "LOSSES=1 MARKS=1 EAGER=1",
    "skips": "TRIMS=1 MARKS=2 LAST_HOP=1 EAGER=1 FIXED_ORDER=1",
    "skips lapse": "MARKS=2 LAPSE=1 EAGER=1",
    "probes": "LOSSES=2 PROBES=3 EAGER=1 FIXED_ORDER=1",
    "copied answers": "LOSSES=1 COPIES=1 PROBES=2 EAGER=1 FIXED_ORDER=1",
    "least EVs": "LOSSES=2 MIN_GOOD=5 EAGER=1 FIXED_ORDER=1",
    "port": "FLAPS=1 EAGER=1 FIXED_ORDER=1",
}

# planted bug, the claim that it breaks, and a scenario that shows it (default: recovery)
BUGS = [
    ("PLAIN_PSN", "NOT_STUCK", "recovery"),
    ("PLACE_AGAIN", "PLACED_ONCE", "recovery"),
    ("FIXED_BITMAP", "ACKED_IS_HELD", "recovery"),
    ("EARLY_COMPLETION", "COMPLETE_AFTER_DATA", "recovery"),
    ("KEEP_BYTES", "NOT_STUCK", "recovery"),
    ("NO_PROBE", "NOT_STUCK", "least EVs"),
    ("USE_BAD", "RETIRED_UNTIL_PROBED", "two losses"),
    ("KEEP_SEAT", "PLANES_EQUAL", "probes"),
    ("OTHER_PLANE", "PLANES_EQUAL", "probes"),
    ("ALL_SKIPS", "ONE_SKIP", "skips"),
    ("EVERY_DRAW", "ONE_SKIP", "skips"),
    ("NO_MIN", "MIN_ACTIVE", "least EVs"),
    ("ANY_ANSWER", "RETIRED_UNTIL_PROBED", "copied answers"),
    ("WIDE_WINDOW", "IN_WINDOW", "recovery"),
    ("TRUST_BITMAP", "FOUND_MISSING", "recovery"),
    ("OLDER_SACK", "FOUND_MISSING", "recovery"),
    ("ANY_NACK", "IN_FLIGHT_EXACT", "recovery"),
]
SCENARIOS_OF_BUGS = dict(SCENARIOS, **{"two losses": "LOSSES=2 EAGER=1 FIXED_ORDER=1"})


def numbers():
    """Names of bugs and claims in bounds.pml -> number."""
    with open(os.path.join(HERE, "bounds.pml"), encoding="ascii") as text:
        return dict(re.findall(r"^#define ([A-Z_]+) (\d+)\b", text.read(), re.MULTILINE))


def compile_model(folder):
    """Makes the searching program. Exhaustive: COLLAPSE packs states without loss."""
    subprocess.run(
        ["spin", "-a", os.path.join(HERE, "mrc.pml")],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    flags = ["-O2", "-w", "-DSAFETY", "-DNOFAIR", "-DCOLLAPSE", "-DMEMLIM=3500"]
    subprocess.run(["cc", *flags, "-o", "pan", "pan.c"], cwd=folder, check=True)


def search(folder, bounds):
    """@return states stored, seconds, and "pass", "fail" or what went wrong"""
    environment = {"PATH": os.environ["PATH"]}
    environment.update(pair.split("=") for pair in bounds.split())
    result = subprocess.run(
        ["./pan", "-n", f"-m{DEPTH}"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    out = result.stdout
    errors = re.search(r"errors: (\d+)", out)
    states = re.search(r"^ *(\S+) states, stored", out, re.MULTILINE)
    elapsed = re.search(r"elapsed time (\S+) seconds", out)
    verdict = "no result"
    if errors and "assertion violated" in out:
        verdict = "fail"
    elif errors and "Search not completed" not in out and "depth too small" not in out:
        verdict = "pass" if errors.group(1) == "0" else "other error"
    return (
        int(float(states.group(1))) if states else 0,
        float(elapsed.group(1)) if elapsed else 0.0,
        verdict if verdict in ("pass", "fail") else verdict + "\n" + out[-2000:],
    )


def main():
    if not shutil.which("spin") or not shutil.which("cc"):
        print("skipped: spin or a C compiler is missing (apt-get install spin)")
        return SKIPPED
    number = numbers()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        compile_model(folder)
        runs = [(name, "all claims", SCENARIOS[name], "pass") for name in drawn.drawn(list(SCENARIOS), 4)]
        for bug, claim, name in BUGS:
            bounds = f"BUG={number[bug]} CLAIM={number[claim]} {SCENARIOS_OF_BUGS[name]}"
            runs.append((bug, claim, bounds, "fail"))
        for name, claim, bounds, expected in runs:
            states, seconds, verdict = search(folder, bounds)
            ok = verdict == expected
            wrong += not ok
            print(
                f"{'ok' if ok else 'WRONG':5} {name:16} {claim:20} {verdict:4} "
                f"{states:9} states {seconds:6.1f} s  {bounds}",
                flush=True,
            )
    print(f"{len(runs) - wrong} of {len(runs)} as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
