# SPDX-License-Identifier: GPL-2.0-only
"""Keeps the figures of each run of a study beside its file, so that its page can be made and judged again without runs.

STUDY.csv has a row for each figure, case and point of the grid, with a column for each seed. The column `of` has what a
figure's group matched. An empty field is a run without the figure."""

import csv
import hashlib
import io
import json

from study_figures import Figures, Point
from sweep.grid import SweepError

LICENSE = "# SPDX-License-Identifier: GPL-2.0-only\n"
MADE = "# made by ./mrc reproduce {name} --write; runs {digest}\n"


def path_of(study):
    """Where a study's figures are kept."""
    return study.path.with_suffix(".csv")


def digest(study):
    """Digits that change with the runs that a study asks for and with what is taken of them; claims are no part."""
    told = [[case.name, sweep.program, *sweep.arguments.items(), *sweep.grid.items()]
            for case, sweep in ((case, study.sweep(case)) for case in study.cases)]
    told += [[each.name, each.column, each.take, each.scale, each.per] for each in study.figures]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:8]


def head_of(study):
    """The names of the columns."""
    return ["figure", "case", *study.grid, "of", *map(str, range(1, study.seeds + 1))]


def text_of(study, figures):
    """The content of the file."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(head_of(study))
    seeds = [str(seed) for seed in range(1, study.seeds + 1)]
    for figure in study.figures:
        for point, by_seed in figures.by_seed[figure.name].items():
            table.writerow([figure.name, point.case, *point.at, "", *(by_seed.get(seed, "") for seed in seeds)])
        for (name, point), runs in figures.series.items():
            if name != figure.name:
                continue
            for key in dict.fromkeys(key for run in runs.values() for key in run):
                values = [runs.get(seed, {}).get(key, "") for seed in seeds]
                table.writerow([name, point.case, *point.at, key, *values])
    return LICENSE + MADE.format(name=study.name, digest=digest(study)) + out.getvalue()


def read(study):
    """The Figures that are kept. Raises SweepError for those of other runs."""
    path = path_of(study)
    lines = path.read_text(encoding="utf-8").split("\n")
    if lines[1] + "\n" != MADE.format(name=study.name, digest=digest(study)):
        raise SweepError(f"{path}: figures of other runs than the study asks for; ./mrc reproduce {study.name} --write")
    rows = list(csv.reader(lines[2:]))
    if rows[0] != head_of(study):
        raise SweepError(f"{path}:3: expected {','.join(head_of(study))}")
    figures = Figures(study, {})
    width = 2 + len(study.grid)
    for row in filter(None, rows[1:]):
        point, key = Point(row[1], tuple(row[2:width])), row[width]
        values = {str(seed): float(text) for seed, text in enumerate(row[width + 1:], 1) if text}
        if not key:
            figures.by_seed[row[0]][point] = values
            continue
        for seed, value in values.items():
            figures.series.setdefault((row[0], point), {}).setdefault(seed, {})[key] = value
    return figures
