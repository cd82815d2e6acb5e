# SPDX-License-Identifier: GPL-2.0-only
"""Runs for the paper's figures: what each is, what makes it another one, and how it is done."""

import csv
import dataclasses
import os
import pathlib
import re
import subprocess
import tempfile
import types

import collectives
import flaps
import kept
import optic
import rerouting
import roce

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = pathlib.Path(os.environ.get("MRC_BUILD_DIR", ROOT / "build/release")) / "examples"
STEP = ("end_ms", "goodput_gbps", "lost_packets")  # columns of --series
CABLES = 410  # ms of figure 19a: 10 ms for each of the paper's seconds
CABLE_FAULTS = "--fail=" + ",".join(f"link:0.0.{uplink}@{100 * (uplink + 1)}ms" for uplink in range(3))


class RunFailed(Exception):
    """What a run said that did not end well."""


@dataclasses.dataclass(frozen=True)
class Job:
    """A run: of what kind, with which words, and which seed."""

    kind: str
    words: tuple
    seed: int = 1

    def name(self):
        """How a person calls it."""
        kind = [] if self.kind == "target" else [self.kind]
        return " ".join([*kind, *map(str, self.words)]) + (f", seed {self.seed}" if self.seed > 1 else "")


def last_line(text):
    """The last line of what a program said."""
    return next((line for line in reversed(text.splitlines()) if line.strip()), "it said nothing")


def execute(command):
    """Runs a program. Returns its output, if the status is 0, or 1 for a miss."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or done.stderr:
        raise RunFailed(f"status {done.returncode}: {last_line(done.stderr)}")
    return done.stdout


def target(job):
    """Rows of a target of mrc-validation, and its steps: end in ms, Gb/s, packets lost."""
    with tempfile.TemporaryDirectory() as folder:
        series = pathlib.Path(folder) / "series.csv"
        options = [f"--target={job.words[0]}", *job.words[1:], f"--RngRun={job.seed}", "--csv", f"--series={series}"]
        rows = list(csv.DictReader(execute([EXAMPLES / "mrc-validation", *options]).splitlines()))
        if not rows:
            raise RunFailed("there are no rows")
        with open(series, encoding="utf-8") as file:
            steps = [[float(row[name]) for name in STEP] for row in csv.DictReader(file)]
    return {"rows": rows, "steps": steps}


def ring(job):
    """Bus bandwidth of a ring all-reduce, Gb/s."""
    kind, size, loss, across = job.words
    return collectives.run(kind, size, loss, job.seed, across)


def send_receive(job):
    """Bus bandwidth of each of so many NICs that sends so many MB to the next one, Gb/s."""
    size, nics = job.words
    topology = "clos-8x100g" if nics <= 8192 else "clos-8x100g-256"
    command = [EXAMPLES / "mrc-fabric", f"--workload=send-receive ranks={nics} size={size}MB", f"--topology={topology}", f"--nics={nics}"]
    command += ["--fail=none", "--quiet", f"--RngRun={job.seed}"]
    printed = execute(command)
    found = re.search(r"^collective, busbw +([\d.]+)", printed, re.MULTILINE)
    if not found:
        raise RunFailed(f"there is no busbw: {last_line(printed)}")
    return 8 * float(found[1])


def collective(job):
    """How long a collective operation took around a fault, us."""
    return time_of(rerouting.options(*job.words, job.seed))


def flapping(job):
    """How long a ring took beside flaps, us."""
    return time_of(flaps.options(*job.words, job.seed))


def flapping_optic(job):
    """Packets lost in each second by role, beside a transceiver that flaps."""
    return optic.run(EXAMPLES / "mrc-fabric", *job.words, job.seed)


def time_of(options):
    """How long a collective operation took, us."""
    printed = execute([EXAMPLES / "mrc-fabric", *options])
    found = re.search(r"^collective, time +([\d.]+)", printed, re.MULTILINE)
    if not found:
        raise RunFailed(f"there is no time: {last_line(printed)}")
    return float(found[1])


def incast(job):
    """Gb/s of the victim and of the seven senders together, of RoCEv2."""
    control, queue_pairs, warm, length = job.words
    return list(roce.incast(control, roce.JUDGED, queue_pairs, job.seed, (warm, length)))


def queue(job):
    """MB in the queue of an incast, mean and most, and Gb/s of all, for 1 to 15 senders."""
    name, step = job.words
    return [list(row) for row in roce.queue_of(name, types.SimpleNamespace(step=step))]


def cables(job):
    """[ms, Gb/s] of a flow across T0s while three of four cables fail, at the end of each sample."""
    settings = ["--transport=mrc", CABLE_FAULTS, f"--RngRun={job.seed}"]
    samples, _ = roce.run(roce.matrix([(0, 4)], 1), settings, 10000, CABLES)
    ends = range(10, CABLES + 1, 10)
    placed = [0] + [sum(roce.placed(samples, end).values()) for end in ends]
    return [[end, (after - before) * 8e-7] for end, before, after in zip(ends, placed, placed[1:])]


# kind: how it is run, its program, and the scripts beside this one that say with which options
KINDS = {
    "target": (target, "mrc-validation", ()),
    "ring": (ring, "mrc-fabric", ("collectives",)),
    "send-receive": (send_receive, "mrc-fabric", ()),
    "collective": (collective, "mrc-fabric", ("rerouting",)),
    "flaps": (flapping, "mrc-fabric", ("flaps",)),
    "optic": (flapping_optic, "mrc-fabric", ("optic",)),
    "incast": (incast, "mrc-fabric", ("roce",)),
    "queue": (queue, "mrc-fabric", ("roce",)),
    "cables": (cables, "mrc-fabric", ("roce",)),
}


def version():
    """The version of the module."""
    found = re.search(r"set\(MRC_VERSION (\S+)\)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    return found[1] if found else "of no known version"


def identity(job):
    """What has to be the same for a result to be that of this job."""
    _, program, scripts = KINDS[job.kind]
    paths = [HERE / f"{script}.py" for script in ("jobs", *scripts)]
    if job.kind == "collective":
        paths.append(HERE.parent.parent / "examples/data" / rerouting.TOPOLOGY)
    return {
        "kind": job.kind,
        "arguments": list(job.words),
        "seed": job.seed,
        "version": version(),
        "build": kept.build_of(EXAMPLES / program),
        "script": kept.digest_of(paths),
    }


def measure(job):
    """Does a job. Raises RunFailed with what went wrong."""
    try:
        return KINDS[job.kind][0](job)
    except RunFailed:
        raise
    except SystemExit as error:  # of scripts that are commands of their own
        raise RunFailed(last_line(str(error))) from error
    except (OSError, RuntimeError, ValueError, KeyError, subprocess.SubprocessError) as error:
        raise RunFailed(f"{type(error).__name__}: {last_line(str(error))}") from error
