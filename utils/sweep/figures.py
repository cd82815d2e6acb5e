# SPDX-License-Identifier: GPL-2.0-only
"""What figures a program tells: (name, value, unit) of each, by the most exact form that the program has."""

import csv
import dataclasses
import re
import typing

NUMBER = r"[-+]?(?:\d[\d.]*(?:e[-+]?\d+)?|nan|inf)"


class NoFigures(Exception):
    """A program that ended well told none where it should have."""


def read_summary(text):
    """Of summary.csv: figure,value,unit."""
    rows = list(csv.reader(text.splitlines()))
    if not rows or rows[0] != ["figure", "value", "unit"] or any(len(row) != 3 for row in rows):
        raise NoFigures("expected rows of figure,value,unit")
    return rows[1:]


def read_targets(text):
    """Of the programs that compare with published figures: a row for each figure of a target."""
    try:
        return [[f"{row['target']}, {row['figure']}", row["ours"], row["unit"]] for row in csv.DictReader(text.splitlines())]
    except KeyError as error:
        raise NoFigures(f"expected a column {error}") from error


def read_steps(text):
    """Of mrc-training: a row for each step, below a line of words."""
    start = text.find("\nstep,") + 1
    rows = list(csv.DictReader(text[start:].splitlines())) if start else []
    if not rows:
        raise NoFigures("expected rows of steps")
    return [[f"step {row['step']}, {name}", value or "", ""] for row in rows for name, value in row.items() if name != "step"]


def read_lines(text):
    """Of any other program: lines of name, value and unit with two spaces or more between them."""
    found = {}
    for line in text.splitlines():
        named = re.fullmatch(r"(\S+(?: \S+)*) {2,}(\S.*?) *", line)
        if not named:
            continue
        measured = re.fullmatch(rf"({NUMBER})  (\S+(?: \S+)*)", named[2])
        if measured:
            found[named[1]] = [named[1], measured[1], measured[2]]
        elif "  " not in named[2]:
            found[named[1]] = [named[1], named[2], ""]
    return list(found.values())


@dataclasses.dataclass(frozen=True)
class Form:
    """How a program tells its figures."""

    read: typing.Callable  # returns them, of a text
    options: tuple = ()  # that ask for this form
    file: str = ""  # that it writes, in its working folder; empty: standard output


FORMS = {
    "mrc-fabric": Form(read_summary, ("--csv=results",), "results/summary.csv"),
    "mrc-incast": Form(read_targets, ("--csv",)),
    "mrc-training": Form(read_steps),
    "mrc-validation": Form(read_targets, ("--csv",)),
}


def form(program):
    """Returns the form of a program's figures."""
    return FORMS.get(program, Form(read_lines))


def read(program, folder, printed):
    """Returns the figures of a run that worked in the folder, and printed into a file."""
    how = form(program)
    path = folder / how.file if how.file else printed
    try:
        return how.read(path.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise NoFigures(f"{how.file or 'standard output'}: {error.strerror}") from error
    except (NoFigures, csv.Error) as error:
        raise NoFigures(f"{how.file or 'standard output'}: {error}") from error
