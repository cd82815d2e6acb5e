# SPDX-License-Identifier: GPL-2.0-only
"""Reads the folder of a run: run.json, and the tables that are there."""

import csv
import json

from .errors import InputError, not_utf8

FORMAT = 1  # of run.json: the one that is understood
OPTIONAL = {"finish_ns", "slowdown", "fct_ns"}  # empty where there is no number

# Columns that must be there, in any order, and their types.
COLUMNS = {
    "flows": {
        **dict.fromkeys(("flow", "source", "destination", "bytes"), int),
        **dict.fromkeys(("start_ns", "finish_ns", "ideal_ns", "slowdown"), float),
        **dict.fromkeys(("packets", "retransmissions", "trims", "marks", "seed", "run"), int),
        "fct_ns": float,
        "status": str,
    },
    "summary": dict.fromkeys(("figure", "value", "unit"), str),
    "sample-ports": {
        "time_ns": float,
        "port": str,
        **dict.fromkeys(("data_bytes", "trimmed_bytes", "control_bytes"), int),
        "load": float,
        **dict.fromkeys(("frames", "marks", "trims", "drops"), int),
    },
    "sample-qps": {
        "time_ns": float,
        **dict.fromkeys(("source", "destination", "qp", "window_bytes", "in_flight_bytes", "placed_bytes"), int),
        **dict.fromkeys(("evs_good", "evs_skip", "evs_assumed_bad", "evs_denied"), int),
    },
    "sai-counters": {"object": str, "index": str, "counter": str, "value": int},
}
WANTED = {int: "a whole number", float: "a number"}


def typed(text, kind, name, place):
    """A field as its column has it, None if it is empty and may be."""
    if kind is str:
        return text
    if not text and name in OPTIONAL:
        return None
    try:
        return kind(text)
    except ValueError as error:
        raise InputError(f"{place}: {name} is '{text}'; expected {WANTED[kind]}") from error


def read_rows(path, columns):
    """The rows as dictionaries; columns that are not known are texts."""
    rows = []
    with open(path, encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            names = next(reader, [])
            missing = [name for name in columns if name not in names]
            if missing:
                raise InputError(f"{path}:1: there is no column {missing[0]}; expected {','.join(columns)}")
            kinds = [columns.get(name, str) for name in names]
            for fields in reader:
                place = f"{path}:{reader.line_num}"
                if len(fields) != len(names):
                    raise InputError(f"{place}: {len(fields)} fields; expected {len(names)}, as in the first line")
                row = zip(names, fields, kinds)
                rows.append({name: typed(text, kind, name, place) for name, text, kind in row})
        except csv.Error as error:
            raise InputError(f"{path}:{reader.line_num}: {error}; expected comma-separated values") from error
        except UnicodeDecodeError as error:
            raise not_utf8(path) from error
    return rows


def read_record(path):
    """What run.json says."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise not_utf8(path) from error
    except FileNotFoundError as error:
        raise InputError(f"{path}: there is no such file; expected a folder of mrc-fabric --csv=FOLDER") from error
    if not text.strip():
        raise InputError(f"{path} is empty: the run has not ended, or was killed")
    try:
        record = json.loads(text)
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        raise InputError(f"{path}:{line}: {error}; expected JSON") from error
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        found = record.get("format") if isinstance(record, dict) else None
        raise InputError(f"{path}: format is {found}; expected {FORMAT}")
    missing = [name for name in ("figures", "topology", "links", "faults", "end") if name not in record]
    if missing:
        raise InputError(f"{path}: there is no member {missing[0]}")
    return record


class Results:
    """A run: its record, and its tables by name, those that there are."""

    def __init__(self, folder):
        self.folder = folder
        try:
            self.record = read_record(folder / "run.json")
            self.tables = {}
            for name, columns in COLUMNS.items():
                path = folder / f"{name}.csv"
                if path.exists():
                    self.tables[name] = read_rows(path, columns)
        except OSError as error:
            raise InputError(f"{error.filename}: {error.strerror}; expected a file that can be read") from error
        self.figures = {figure["name"]: figure for figure in self.record["figures"]}

    def figure(self, name):
        """The value of a figure, None if there is none."""
        return self.figures.get(name, {}).get("value")

    def finished(self):
        """The flows that have completion times."""
        return [row for row in self.tables.get("flows", []) if row["fct_ns"] is not None]
