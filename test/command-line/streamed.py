# SPDX-License-Identifier: GPL-2.0-only

"""Writes traces of Chakra, which mrc-fabric reads as the run goes on."""

import pathlib
import subprocess
import sys

GENERATOR = pathlib.Path(__file__).resolve().parents[2] / "bench/make-chakra.py"
TRACE = "--matrix=streamed.0.et"  # of a run in the folder that the traces are in


def write_traces(folder):
    """Writes those of 16 ranks in two racks. Their work and messages wait for each other."""
    command = [sys.executable, str(GENERATOR), str(pathlib.Path(folder) / "streamed"), "--ranks=16", "--kibibytes=64"]
    subprocess.run(command, check=True)
