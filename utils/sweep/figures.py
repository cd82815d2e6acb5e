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
    rows = read_rows(text, ["target", "figure", "ours", "unit"])
    return [[f"{row['target']}, {row['figure']}", row["ours"], row["unit"]] for row in rows]


def read_rows(text, names):
    """Returns the rows below a head that has these names, as dictionaries; there is at least one, and each is whole."""
    rows = csv.DictReader(text.splitlines())
    missing = [name for name in names if name not in (rows.fieldnames or [])]
    if missing:
        raise NoFigures(f"expected a column '{missing[0]}'")
    rows = list(rows)
    if not rows:
        raise NoFigures(f"expected rows below the head {','.join(names)}")
    if any(None in row or None in row.values() for row in rows):
        raise NoFigures("expected rows with as many fields as their head")
    return rows


def read_steps(text):
    """Of mrc-training: a row for each step, below a line of words."""
    start = text.find("\nstep,") + 1
    if not start:
        raise NoFigures("expected rows of steps")
    rows = read_rows(text[start:], ["step"])
    return [[f"step {row['step']}, {name}", value, ""] for row in rows for name, value in row.items() if name != "step"]


def read_lives(text):
    """Of mrc-job-life: a row for each job."""
    rows = read_rows(text, ["job"])
    return [[f"{row['job']}, {name}", value, ""] for row in rows for name, value in row.items() if name != "job"]


def read_lines(text):
    """Of any other program: lines of name, value and unit with two spaces or more between them."""
    found = []
    for line in text.splitlines():
        named = re.fullmatch(r"(\S+(?: \S+)*) {2,}(\S.*?) *", line)
        if not named:
            continue
        measured = re.fullmatch(rf"({NUMBER})  (\S+(?: \S+)*)", named[2])
        if measured:
            found.append([named[1], measured[1], measured[2]])
        elif "  " not in named[2]:
            found.append([named[1], named[2], ""])
    return found


def column_of(figure):
    """Returns the column of a figure."""
    name, _, unit = figure
    return f"{name} ({unit})" if unit else name


def by_column(figures, taken):
    """Returns the values of figures by their columns. A name that an earlier figure has, or that is taken, gets a number."""
    values = {}
    for name, value, unit in figures:
        column, count = column_of((name, value, unit)), 1
        while column in values or column in taken:
            count += 1
            column = column_of((f"{name}, {count}", value, unit))
        values[column] = value
    return values


@dataclasses.dataclass(frozen=True)
class Form:
    """How a program tells its figures."""

    read: typing.Callable  # returns them, of a text
    options: tuple = ()  # that ask for this form
    file: str = ""  # that it writes, in its working folder; empty: standard output


FORMS = {
    "mrc-fabric": Form(read_summary, ("--csv=results",), "results/summary.csv"),
    "mrc-incast": Form(read_targets, ("--csv",)),
    "mrc-job-life": Form(read_lives),
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
