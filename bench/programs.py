# SPDX-License-Identifier: GPL-2.0-only
"""Runs the benchmark programs of a build, also under callgrind."""

import json
import os
import subprocess
import tempfile

TIME_LIMIT = 1800  # seconds; a run that takes longer hangs
MAIN_JOB = {"repeat": 1, "quiet": 1}  # one transfer of each of its flows
HUGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}  # as ./mrc run asks for them
MPI_AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}  # as utils/ranks.sh


class Failure(Exception):
    """A measurement could not be made; the text says why."""


def run(command, **environment):
    """Runs a program that prints one line of JSON, which is returned."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=TIME_LIMIT,
            env={**environment, **os.environ},
        )
    except subprocess.TimeoutExpired:
        raise Failure(f"{' '.join(command)}: still running after {TIME_LIMIT} s") from None
    except OSError as error:
        raise Failure(f"{command[0]}: {error.strerror}") from None
    if done.returncode != 0:
        text = (done.stdout + done.stderr).strip()
        raise Failure(f"{' '.join(command)}: exit status {done.returncode}\n{text}")
    figures = json.loads(done.stdout)
    figures["command"] = " ".join([os.path.basename(command[0])] + command[1:])
    return figures


class Programs:
    """The benchmark programs of one build, and the figures of all their runs."""

    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.folder = os.path.join(build, "bench")
        self.runs = []

    def command(self, name, options):
        return [os.path.join(self.folder, name)] + [f"--{k}={v}" for k, v in options.items()]

    def run(self, name, **options):
        starter = []
        if options.get("ranks", 1) > 1:
            starter = os.environ.get("MRC_MPIRUN", "mpirun --oversubscribe").split() + ["-n", str(options["ranks"])]
        figures = run(starter + self.command(name, options), **HUGE_PAGES, **MPI_AS_ROOT)
        self.runs.append(figures)
        return figures

    def instructions(self, options):
        """Returns (instructions, hops) of one run under callgrind."""
        return self.counted("mrc-bench", options)

    def counted(self, name, options):
        """Returns the same of another program that tells its hops."""
        count, figures = under_callgrind(lambda tool: run(tool + self.command(name, options)))
        return count, figures["hops"]

    def row_instructions(self, segments, routers, packets):
        """Returns those of datagrams through a row of routers of ns-3's IPv6 stack."""
        options = {"segments": str(segments).lower(), "routers": routers, "packets": packets}
        count, _ = under_callgrind(lambda tool: run(tool + self.command("mrc-bench-srv6", options)))
        return count

    def main_job_instructions(self, **options):
        """Returns those of a whole run of mrc-fabric, which may write captures."""
        program = os.path.join(self.build, "examples", "mrc-fabric")
        words = [f"--{k}={v}" for k, v in {**MAIN_JOB, **options}.items()]
        with tempfile.TemporaryDirectory() as folder:
            count, _ = under_callgrind(
                lambda tool: subprocess.run(
                    tool + [program] + words, cwd=folder, check=True, capture_output=True
                )
            )
        return count


def under_callgrind(start):
    """Returns the instructions of what start(TOOL) runs, and what it returns."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "callgrind.out")
        done = start(["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}"])
        with open(out, encoding="utf-8") as lines:
            totals = [line.split()[1] for line in lines if line.startswith("totals:")]
    if not totals:
        raise Failure("callgrind wrote no totals")
    return int(totals[0]), done
