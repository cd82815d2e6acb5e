# SPDX-License-Identifier: GPL-2.0-only
"""Runs a study: a sweep for each case, each in a folder that only the same arguments and files have."""

import hashlib
import json
import pathlib
import re

import study_files
import study_loads
import study_series
from sweep.folder import Folder
from sweep.runner import Runner


class MeasuringRunner(Runner):
    """Adds figures to those of a run: its memory at most, where the system tells, loads of links, goodput by time."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.peaks = {}  # KiB by number of the run

    def look(self):
        """Reads the peaks before runs end."""
        for process in self.under_way:
            try:
                status = pathlib.Path(f"/proc/{process.popen.pid}/status").read_text(encoding="utf-8")
            except OSError:
                continue
            found = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
            if found:
                self.peaks[process.run.number] = int(found[1])
        return super().look()

    def result(self, process, status, wall_s):
        """The result with these figures too."""
        found = super().result(process, status, wall_s)
        if process.run.number in self.peaks:
            found.figures.append(["peak memory", f"{self.peaks[process.run.number] / 1024:.1f}", "MiB"])
        load = study_loads.busiest(self.folder.work(process.run) / "results/sai-counters.csv")
        if load is not None:
            found.figures.append(["busiest uplink", f"{load:.4f}", "x mean"])
        found.figures.extend(study_series.figures(self.folder.work(process.run) / "results/sample-qps.csv"))
        found.figures.extend(study_series.ports(self.folder.work(process.run) / "results/sample-ports.csv"))
        flows = self.folder.work(process.run) / "results/flows.csv"
        found.figures.extend([f"slow-down, p99, {name}", f"{value:.4f}", "x ideal"] for name, value in study_loads.by_size(flows).items())
        found.figures.extend(study_loads.by_length(flows))
        share = study_loads.fairness(flows)
        if share is not None:
            found.figures.append(["fairness of flows", f"{share:.5f}", "Jain"])
        return found


class Interrupted(Exception):
    """A signal came."""

    def __init__(self, number):
        super().__init__(f"interrupted by signal {number}; the same command goes on")
        self.number = number


def digest(sweep):
    """Digits that change with what a sweep's results depend on, the program aside."""
    values = [*sweep.arguments.values(), *(value for values in sweep.grid.values() for value in values)]
    files = study_files.digests(values, sweep.file.resolve().parent)
    told = [sweep.program, *sweep.arguments.items(), *sweep.grid.items(), *files]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:8]


def slug(name):
    """A name as that of a folder."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "case"


def is_ok(result):
    """Whether a run has a result and ended well."""
    return result is not None and result.status == "ok"


class StudyRuns:
    """The runs of a study, and their results."""

    def __init__(self, study, output, options):
        self.study = study
        self.output = output
        self.options = options  # examples, jobs, again, say
        self.results = {}  # by case and values of the grid; None for a run without one

    def run(self):
        """Runs what has no result of this program. Returns {(case, values): Result} of runs that are ok."""
        for case in self.study.cases:
            sweep = self.study.sweep(case)
            folder = Folder(self.output / f"{slug(case.name)}-{digest(sweep)}", sweep)
            folder.check()
            folder.claim()
            self.run_case(case, folder)
            folder.gather()
        return {key: result for key, result in self.results.items() if is_ok(result)}

    def run_case(self, case, folder):
        """Runs one case."""
        runner = MeasuringRunner(folder, self.options.examples / folder.sweep.program, self.options.jobs, None, self.tell)

        def wanted(result):
            return result is None or result.build != runner.build or result.status != "ok" or self.options.again

        pending = [run for run in folder.runs if wanted(folder.result(run))]
        if pending:
            self.options.say(f"{case.name}: {len(pending)} of {len(folder.runs)} runs")
            runner.run(pending, wanted)
        if runner.signals:
            raise Interrupted(runner.signals[0])
        for run in folder.runs:
            result = folder.result(run)
            self.results[case.name, run.values] = result

    def tell(self, run, result, why):
        """Says what has gone wrong with a run."""
        if result is None or result.status != "ok":
            self.options.say(f"run {run.number}: {why or result.error or result.exit_status}")

    def failed(self):
        """How many runs did not end well, or have no result."""
        return sum(not is_ok(result) for result in self.results.values())
