# SPDX-License-Identifier: GPL-2.0-only
"""This module beside a prototype of its fast path: ./mrc bench --prototype=DIR, which bench.py calls.

DIR has prototype.cc, a bare simulator of the same fabrics that is no part of this project. Both run the same
permutations in turns, so that their ratio holds on a machine that others use."""

import os
import re
import subprocess
import tempfile

MIB = 1 << 20
# Variant of the prototype, T0s, NICs on each, MiB of a flow. 3P asks for events ahead of time, which pays in large fabrics.
SIZES = (("2P", 8, 16, 16), ("3P", 32, 32, 4), ("3P", 64, 128, 2))
LIBRARIES = ("-lns3-core", "-lns3-network")  # which pkg-config would add more to than Debian installs
SPEED = re.compile(r"\bMhops/s +([0-9.]+)")
TIME_LIMIT = 900  # s, of one run


class PrototypeError(Exception):
    """The prototype could not be built or run; the text says why."""


def said(command):
    """Returns what a command prints."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PrototypeError(f"{command[0]}: {error}") from None
    if done.returncode != 0:
        raise PrototypeError(f"{' '.join(command)}: exit status {done.returncode}\n{(done.stdout + done.stderr).strip()[-2000:]}")
    return done.stdout


def build(folder, program):
    """Builds the prototype of a folder."""
    source = os.path.join(folder, "prototype.cc")
    if not os.path.isfile(source):
        raise PrototypeError(f"--prototype={folder}: there is no prototype.cc in this folder")
    prefix = os.environ.get("CMAKE_PREFIX_PATH")  # of a user's own ns-3
    places = [f"-I{prefix}/include", f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib"] if prefix else []
    said(["c++", "-std=c++17", "-O3", "-march=native", "-DREAL", source, "-o", program, *places, *LIBRARIES])


def speed(command):
    """Returns packet-hops a second of one run of the prototype."""
    text = said(command)
    found = SPEED.search(text)
    if not found:
        raise PrototypeError(f"{' '.join(command)}: no 'Mhops/s' in {text.strip()!r}")
    return float(found[1]) * 1e6


def cache_bytes():
    """Returns the size of the processor's second cache, 0: unknown."""
    text = said(["getconf", "LEVEL2_CACHE_SIZE"]).strip()
    return int(text) if text.isdecimal() else 0


def beside(programs, folder, runs, row):
    """Builds and runs both in turns. Returns rows of the bench's table; ROW makes one."""
    rows = [row("second cache of the processor", "KiB", cache_bytes() / 1024)]
    with tempfile.TemporaryDirectory() as scratch:
        program = os.path.join(scratch, "prototype")
        build(folder, program)
        for variant, leaves, nics, mebibytes in SIZES:
            ours, other = 0, 0
            for _ in range(runs):
                figures = programs.run("mrc-bench", nics=leaves * nics, nicsPerT0=nics, bytes=mebibytes * MIB)
                ours = max(ours, figures["hopsPerSecond"])
                other = max(other, speed([program, variant, str(leaves), str(nics), "1", str(mebibytes)]))
            name = f"{leaves * nics:,} NICs"
            rows.append(row(f"{name}: packet-hops", "M/s", ours / 1e6))
            rows.append(row(f"{name}: those of the prototype, {variant}", "M/s", other / 1e6))
            rows.append(row(f"{name}: the one to the other", "x", ours / other))
    return rows
