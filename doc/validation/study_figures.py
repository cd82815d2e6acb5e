# SPDX-License-Identifier: GPL-2.0-only
"""Figures of a study's runs: of each point the mean of its seeds with an interval, and verdicts on claims."""

import dataclasses
import math
import re
import statistics

from sweep.figures import column_of
from sweep.grid import text_of

# Student's t, 97.5 %, by degrees of freedom from 1 on; NIST/SEMATECH e-Handbook, table 1.3.6.7.2
T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
     2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)
TAKEN = {"mean": statistics.fmean, "max": max, "min": min, "sum": sum}


@dataclasses.dataclass(frozen=True)
class Point:
    """Where a figure was taken: the case, and the values of the grid's options without the seed."""

    case: str
    at: tuple


@dataclasses.dataclass(frozen=True)
class Spread:
    """Values of some seeds: their mean, half of its 95 % interval (0 for one seed), and how many they are."""

    mean: float
    half: float
    count: int

    def words(self, unit=""):
        """The same for a person."""
        text = plain(self.mean) if self.count < 2 else f"{plain(self.mean)} ± {plain(self.half)}"
        return f"{text} {unit}".strip()


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What came of a claim: pass, miss, open, where the interval lies on both sides of the bound, or failed."""

    check: object
    spread: Spread
    word: str
    others: dict  # word by case, of those that are judged by the same bound
    values: dict  # {option of the grid: {another value: word}}, by the same bound


def plain(value):
    """A number with four digits that matter, without an exponent."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    digits = 3 - math.floor(math.log10(abs(value)))
    return f"{value:.{min(max(digits, 0), 3)}f}"


def spread(values):
    """The spread of the values of some seeds."""
    values = list(values)
    if len(values) < 2:
        return Spread(values[0], 0.0, 1)
    half = T[min(len(values) - 1, len(T)) - 1] * statistics.stdev(values) / math.sqrt(len(values))
    return Spread(statistics.fmean(values), half, len(values))


def matches(pattern, result):
    """{what the pattern's group matched, or the column: number} of a run, with its columns in order."""
    found = {}
    for told in result.figures:
        name = column_of(told)
        match = re.fullmatch(pattern, name)
        if match:
            try:
                found[match[1] if match.groups() else name] = float(told[1])
            except ValueError:
                continue  # empty where a run has none
    return found


def taken(figure, result):
    """The value of a figure of a run, None without one."""
    found = matches(figure.column, result)
    if not found:
        return None
    value = TAKEN[figure.take](found.values()) * figure.scale
    if not figure.per:
        return value
    by = sum(matches(figure.per, result).values())
    return value / by if by else None


class Figures:
    """Numbers of all runs, by figure and point."""

    def __init__(self, study, results):
        """results: {(case, values of the grid with the seed last): Result}."""
        self.study = study
        self.by_seed = {figure.name: {} for figure in study.figures}
        self.series = {}
        for (case, values), result in results.items():
            point, seed = Point(case, values[:-1]), values[-1]
            for figure in study.figures:
                if figure.take == "each":
                    self.series.setdefault((figure.name, point), {})[seed] = matches(figure.column, result)
                    continue
                value = taken(figure, result)
                if value is not None:
                    self.by_seed[figure.name].setdefault(point, {})[seed] = value

    def points(self):
        """All points, in the order of the study."""
        return list(dict.fromkeys(point for some in self.by_seed.values() for point in some))

    def at(self, figure, point):
        """The spread of a figure at a point, None without a run."""
        values = self.by_seed[figure].get(point)
        return spread(values.values()) if values else None

    def over(self, figure, point):
        """[(what was matched, mean of the seeds)] of a figure that takes each column."""
        runs = list(self.series.get((figure, point), {}).values())
        keys = list(dict.fromkeys(key for run in runs for key in run))
        return [(float(key), statistics.fmean(run[key] for run in runs if key in run)) for key in keys]

    def find(self, case, at):
        """The point of a case with such values; options that are not named have their first value."""
        values = tuple(text_of(at.get(option, values[0])) for option, values in self.study.grid.items())
        return Point(case, values)

    def measured(self, check):
        """The spread of what a check asks for; percents are those of each seed. None without runs."""
        ours = self.by_seed[check.figure].get(self.find(check.case, check.at), {})
        if not check.against and not check.against_figure:
            return spread(ours.values()) if ours else None
        at = check.at if check.against_at is None else check.against_at
        theirs = self.by_seed[check.against_figure or check.figure].get(self.find(check.against or check.case, at), {})
        both = [100 * (ours[seed] / theirs[seed] - 1) for seed in ours if theirs.get(seed)]
        return spread(both) if both else None

    def word(self, check):
        """The word on a check."""
        found = self.measured(check)
        return word_of(check, found, self.study.seeds)

    def judge(self, check):
        """The verdict on a claim, with those of other cases and of other values of the grid's options."""
        others = {case: self.word(check.of(case)) for case in check.also}
        by_option = {}
        for option, values in self.study.grid.items():
            asked = text_of(check.at.get(option, values[0]))
            for value in map(text_of, values):
                other = check.at_value(option, value)
                if value != asked and not self.is_with_itself(other):
                    by_option.setdefault(option, {})[value] = self.word(other)
        return Verdict(check, self.measured(check), self.word(check), others, by_option)

    def is_with_itself(self, check):
        """Whether a check would compare a figure with itself."""
        at = check.at if check.against_at is None else check.against_at
        theirs = check.against_figure or check.figure, self.find(check.against or check.case, at)
        return theirs == (check.figure, self.find(check.case, check.at)) and bool(check.against or check.against_figure)


def word_of(check, found, seeds):
    """pass, miss or open; failed where a run lacks the figure. One seed has no interval and leaves a claim open."""
    if found is None or found.count < seeds:
        return "failed"
    if found.count < 2:
        return "open"
    low, high = found.mean - found.half, found.mean + found.half
    if check.at_most is not None:
        return "pass" if high <= check.at_most else "miss" if low > check.at_most else "open"
    return "pass" if low >= check.at_least else "miss" if high < check.at_least else "open"
