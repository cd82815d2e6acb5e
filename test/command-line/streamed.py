# SPDX-License-Identifier: GPL-2.0-only

"""Writes what mrc-fabric reads in a folder: traces of Chakra, which are read as the run goes on, and a schedule."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRACE = "--matrix=streamed.0.et"  # of a run in the folder that the traces are in
APART = "--matrix=apart.goal"
STRIDE = 8  # NICs from one of its ranks to the next


def write_traces(folder):
    """Writes those of 16 ranks in two racks. Their work and messages wait for each other."""
    command = [sys.executable, str(ROOT / "bench/make-chakra.py"), str(pathlib.Path(folder) / "streamed"), "--ranks=16", "--kibibytes=64"]
    subprocess.run(command, check=True)


def write_schedule(folder):
    """Writes that of ring_4.goal for ranks that are so far apart that threads and ranks of MPI send each other its messages."""
    text = (ROOT / "examples/data/ring_4.goal").read_text()
    spread = re.sub(r"\b(num_ranks|rank|to|from) (\d+)", lambda found: f"{found[1]} {STRIDE * int(found[2])}", text)
    (pathlib.Path(folder) / "apart.goal").write_text(spread)
