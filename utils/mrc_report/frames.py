# SPDX-License-Identifier: GPL-2.0-only
"""Gives the tables of a run, or of a sweep, as pandas frames. Units stand in the names of columns."""

import dataclasses
import pathlib
import re

try:
    import pandas
except ModuleNotFoundError as error:
    if error.name not in ("pandas", None):
        raise
    words = "pandas is missing: apt-get install python3-pandas, or pip install pandas"
    raise ModuleNotFoundError(words, name="pandas") from None

from .errors import InputError, not_readable
from .results import MAY_BE_EMPTY, Results, Signed, columns_of, read_rows

__all__ = ["InputError", "Run", "read", "read_sweep"]

# Columns of a sweep's table beside its options and figures.
SWEEP = {"number": int, "status": str, "exit status": int, "last error": str, "wall time (s)": float, "build": str}
SWEEP_MAY_BE_EMPTY = {"exit status", "wall time (s)"}  # of a run that is missing
NUMBER = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?|inf)|nan")
WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")
FLAGS = {"true": True, "false": False}
NULLABLE = {"int64": "Int64", "uint64": "UInt64"}


@dataclasses.dataclass(frozen=True)
class Run:
    """What a run has left in its folder."""

    folder: pathlib.Path
    record: dict  # what run.json says
    tables: dict  # {name without .csv: frame}, of the tables that are there
    faults: pandas.DataFrame  # fault, begin_ns, end_ns; NaN where a fault does not end


def is_numeral(text):
    """Whether float() gives what this says."""
    return NUMBER.fullmatch(text) is not None


def series(values, kind, may_be_empty):
    """A column of this type; None is NaN or NA."""
    if kind is str:
        return pandas.Series(values, dtype="string")
    if kind in (float, Signed):
        return pandas.Series(values, dtype="float64")
    greatest = max((value for value in values if value is not None), default=0)
    dtype = "int64" if greatest < 2**63 else "uint64"
    return pandas.Series(values, dtype=NULLABLE[dtype] if may_be_empty else dtype)


def option(texts):
    """A column of an option's values: of the narrowest type that all of them have."""
    if all(map(WHOLE.fullmatch, texts)):
        return pandas.Series(list(map(int, texts)), dtype="int64")
    if all(map(is_numeral, texts)):
        return pandas.Series(list(map(float, texts)), dtype="float64")
    if all(text in FLAGS for text in texts):
        return pandas.Series([FLAGS[text] for text in texts], dtype="bool")
    return pandas.Series(texts, dtype="string")


def figure(texts):
    """A column of a figure: numbers, or texts if one of them has words; empty fields are NaN or NA."""
    if all(not text or is_numeral(text) for text in texts):
        return pandas.Series([float(text) if text else None for text in texts], dtype="float64")
    return pandas.Series([text or None for text in texts], dtype="string")


def table(name, rows):
    """The frame of a table of a run. Of figures `value` has the numbers, and `words` what is none."""
    kinds = columns_of(name, rows)
    columns = {name: series([row[name] for row in rows], kind, name in MAY_BE_EMPTY) for name, kind in kinds.items()}
    frame = pandas.DataFrame(columns)
    if name == "summary":
        texts = [row["value"] for row in rows]
        frame["value"] = figure([text if is_numeral(text) else "" for text in texts])
        frame["words"] = pandas.Series([None if is_numeral(text) else text for text in texts], dtype="string")
    return frame


def read(folder):
    """The Run of a folder of mrc-fabric --csv=FOLDER. InputError says in one line what is wrong with one."""
    results = Results(pathlib.Path(folder))
    faults = results.record.get("faults", [])  # lives of jobs have none to name
    kinds = {"fault": str, "begin_ns": float, "end_ns": float}
    columns = {name: series([fault[name] for fault in faults], kind, name == "end_ns") for name, kind in kinds.items()}
    tables = {name: table(name, rows) for name, rows in results.tables.items()}
    return Run(results.folder, results.record, tables, pandas.DataFrame(columns))


def read_sweep(path):
    """The table of a sweep, of its folder or of the file: a row for each run."""
    path = pathlib.Path(path)
    folder, path = (path, path / "table.csv") if path.is_dir() else (path.parent, path)
    try:
        rows = read_rows(path, SWEEP, SWEEP_MAY_BE_EMPTY)
    except FileNotFoundError as error:
        words = f"{path}: there is no such file; expected the folder of ./mrc sweep, or its table.csv; --gather makes it"
        is_run = (folder / "run.json").exists()
        raise InputError(words + ("; frames.read takes the folder of a run" if is_run else "")) from error
    except OSError as error:
        raise not_readable(error, path) from error
    columns = {}
    for name in rows[0] if rows else SWEEP:
        values = [row[name] for row in rows]
        if name in SWEEP:
            columns[name] = series(values, SWEEP[name], name in SWEEP_MAY_BE_EMPTY)
        else:
            columns[name] = option(values) if name.startswith("option ") else figure(values)
    return pandas.DataFrame(columns)
