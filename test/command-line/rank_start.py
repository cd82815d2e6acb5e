# SPDX-License-Identifier: GPL-2.0-only

"""Starts programs over ranks."""

import os
import pathlib
import shutil
import subprocess


def command(folder, options, ranks, threads=1):
    """Returns the words that start a run; those of several ranks come before the options, which count more."""
    program = [f"{folder}/mrc-fabric"]
    if ranks == 1:
        return [*program, *options]
    inside = [f"--threads={threads}"] if threads > 1 else []
    return ["mpirun", "--oversubscribe", "-n", str(ranks), *program, f"--ranks={ranks}", *inside, *options]


def environment():
    """Returns an environment in which mpirun also works for root. Ranks that wait leave processors to others, and have
    none of their own. A rank that fails ends the others at once, where mpirun would wait for a second."""
    mca = {"mpi_yield_when_idle": "1", "hwloc_base_binding_policy": "none", "odls_base_sigkill_timeout": "0"}
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return {**os.environ, **{f"OMPI_MCA_{name}": value for name, value in mca.items()}, **root}


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
    for own in ("run.json", ".mrc-results"):  # arguments and wall time
        (out / own).unlink(missing_ok=True)
    return done, out
