# SPDX-License-Identifier: GPL-2.0-only
"""A study as its file describes it: a grid of runs for each of some cases, figures of these, and claims on them.

A file has these keys and tables; those with a default may be missing:

  title, question, shows, lacks, findings   texts of its page; findings = ""
  program, seeds                            an example in C++, and the runs of each point, RngRun from 1 on
  [arguments]  [grid]                       as of ./mrc sweep; the grid = {}, the first option is the page's outer one
  [[parameter]]  what, value, source        rows of the page's first table
  [[case]]       name, arguments = {}       options of its own; x and group = "" give it a place in the picture; knowledge = ""
                                            what is known of failures, where no option tells
  [[figure]]     name, unit, column         a pattern of columns of the sweep's table; take = "mean" of them, scale = 1,
                                            per = "" another pattern by which it is divided
  [[check]]      claim, figure, case        and at = {} of the grid, against = "" another case, against_at = at,
                                            against_figure = figure; at_most or at_least, also = [] of cases that are
                                            judged by the same bound
  [plot]         figure, x = ""             an option of the grid, "case": the x of cases, or "match": what the
                                            column's group matched; label; at = {} of the grid, to show these points
                                            only; joined = false for dots without a line
  [quick]        seeds, arguments, grid     that take the place of the others with --quick; cases = [names], of all
"""

import dataclasses
import pathlib
import tomllib

from sweep.grid import FOLDER as DATA_FOLDER
from sweep.grid import Sweep, SweepError, text_of

FOLDER = pathlib.Path(__file__).resolve().parent / "studies"
TEXTS = ("title", "question", "shows", "lacks", "program")
TAKES = ("mean", "max", "min", "sum", "each")


@dataclasses.dataclass(frozen=True)
class Case:
    """Options beside those that all cases have, and where the case stands in the picture."""

    name: str
    arguments: dict = dataclasses.field(default_factory=dict)
    x: float = None
    group: str = ""
    knowledge: str = ""


@dataclasses.dataclass(frozen=True)
class Figure:
    """What is taken of a run: of all columns that the pattern fits, their mean and so on."""

    name: str
    unit: str
    column: str
    take: str = "mean"
    scale: float = 1
    per: str = ""


@dataclasses.dataclass(frozen=True)
class Check:
    """A claim: a figure of a case, or by how many percent it is above that of another, lies within a bound."""

    claim: str
    figure: str
    case: str
    at: dict = dataclasses.field(default_factory=dict)
    against: str = ""
    against_at: dict = None
    against_figure: str = ""
    at_most: float = None
    at_least: float = None
    also: list = dataclasses.field(default_factory=list)

    def of(self, case):
        """The same of another case."""
        return dataclasses.replace(self, case=case, also=[])

    def at_value(self, option, value):
        """The same at another value of an option; what it is compared with stays where it has its own place."""
        return dataclasses.replace(self, at={**self.at, option: value}, also=[])


@dataclasses.dataclass(frozen=True)
class Plot:
    """What the picture shows."""

    figure: str
    x: str = ""
    label: str = ""
    at: dict = dataclasses.field(default_factory=dict)
    joined: bool = True


@dataclasses.dataclass(frozen=True)
class Study:
    """The content of a file."""

    name: str
    path: pathlib.Path
    texts: dict
    seeds: int
    arguments: dict
    grid: dict
    parameters: list
    cases: list
    figures: list
    checks: list
    plot: Plot

    def sweep(self, case):
        """The sweep of a case, each point with all seeds."""
        arguments = {name: text_of(value) for name, value in {**self.arguments, **case.arguments}.items()}
        grid = {name: [text_of(value) for value in values] for name, values in self.grid.items()}
        grid["RngRun"] = [str(seed) for seed in range(1, self.seeds + 1)]
        return Sweep(self.path, self.texts["program"], {k: v for k, v in arguments.items() if k not in grid}, grid)

    def case(self, name):
        """The case of a name."""
        return next(case for case in self.cases if case.name == name)

    def figure(self, name):
        """The figure of a name."""
        return next(figure for figure in self.figures if figure.name == name)


def names():
    """The names of all studies."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def made(path, kind, what, content):
    """Makes one of the classes above of a table."""
    try:
        return kind(**content)
    except TypeError as error:
        raise SweepError(f"{path}: {what}: {str(error).rpartition('__init__() ')[2]}") from error


def reject(path, words):
    """Raises what is wrong with a file."""
    raise SweepError(f"{path}: {words}")


def check_names(study):
    """Refuses figures, cases and options that are named but not there."""
    cases = [case.name for case in study.cases]
    figures = [figure.name for figure in study.figures]
    for check in study.checks:
        for name in filter(None, (check.case, check.against, *check.also)):
            if name not in cases:
                reject(study.path, f"check '{check.claim}': there is no case '{name}'; expected {', '.join(cases)}")
        for name in (check.figure, check.against_figure or check.figure):
            if name not in figures:
                reject(study.path, f"check '{check.claim}': there is no figure '{name}'")
        if (check.at_most is None) == (check.at_least is None):
            reject(study.path, f"check '{check.claim}': expected at_most or at_least")
        if not has(study, check.at) or not has(study, check.against_at):
            reject(study.path, f"check '{check.claim}': the grid has no such values")
    for figure in study.figures:
        if figure.take not in TAKES:
            reject(study.path, f"figure '{figure.name}': take = '{figure.take}'; expected {', '.join(TAKES)}")
    if study.plot.figure not in figures:
        reject(study.path, f"plot: there is no figure '{study.plot.figure}'")
    if study.plot.x not in ("", "match", "case", *study.grid):
        reject(study.path, f"plot: x = '{study.plot.x}'; expected an option of the grid, case or match")
    if not has(study, study.plot.at):
        reject(study.path, "plot: the grid has no such values")
    if study.plot.x == "case" and any(case.x is None for case in study.cases):
        reject(study.path, "plot: x = 'case'; expected x in each case")


def quick(study, less):
    """The study with less to run: fewer seeds, points and cases, and what is claimed of these."""
    grid = {**study.grid, **less.get("grid", {})}
    kept = less.get("cases", [case.name for case in study.cases])
    study = dataclasses.replace(
        study,
        seeds=less.get("seeds", study.seeds),
        arguments={**study.arguments, **less.get("arguments", {})},
        grid=grid,
        cases=[case for case in study.cases if case.name in kept],
    )
    checks = [
        dataclasses.replace(check, also=[case for case in check.also if case in kept])
        for check in study.checks
        if check.case in kept and check.against in ("", *kept) and has(study, check.at) and has(study, check.against_at)
    ]
    plot = study.plot if has(study, study.plot.at) else dataclasses.replace(study.plot, at={})
    return dataclasses.replace(study, checks=checks, plot=plot)


def shown(value):
    """A value of the grid in a table or a picture: a file of the study without its folder."""
    return text_of(value).replace(f"{DATA_FOLDER}/", "")


def has(study, at):
    """Whether the grid has these values."""
    return all(text_of(value) in map(text_of, study.grid.get(option, ())) for option, value in (at or {}).items())


def read(name, is_quick=False):
    """Reads the study of a name. Raises SweepError with what is wrong."""
    path = FOLDER / f"{name}.toml"
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        reject(path, f"expected a study in TOML: {error}")
    missing = [key for key in (*TEXTS, "seeds", "case", "figure", "plot") if key not in content]
    if missing:
        reject(path, f"expected {missing[0]}")
    study = Study(
        name,
        path,
        {key: content.get(key, "").strip() for key in (*TEXTS, "findings")},
        content["seeds"],
        content.get("arguments", {}),
        content.get("grid", {}),
        content.get("parameter", []),
        [made(path, Case, "case", each) for each in content["case"]],
        [made(path, Figure, "figure", each) for each in content["figure"]],
        [made(path, Check, "check", each) for each in content.get("check", [])],
        made(path, Plot, "plot", content["plot"]),
    )
    check_names(study)
    return quick(study, content.get("quick", {})) if is_quick else study
