# SPDX-License-Identifier: GPL-2.0-only
"""Reads the folder of a run: run.json, and the tables that the run wrote."""

import csv
import json
import re

from .errors import InputError, not_readable, not_utf8
from .record import MOST, is_number, read_record

MAY_BE_EMPTY = {"finish_ns", "slowdown", "fct_ns"}  # columns that are empty where there is no number
MAY_BE_EMPTY |= {"ettr_percent_pm", "crashes_pm"}  # of one seed there is no interval
MAY_BE_EMPTY |= {f"held_{name}" for name in ("source", "destination", "us", "slowdown", "retransmissions")}
MAY_BE_EMPTY |= {f"late_{name}" for name in ("source", "destination", "bytes", "us", "packets", "bad_evs", "plane", "path_packets", "fault_packets")}


# of a life of a job
SHARES = ("ettr_percent", "rework_percent", "restart_percent", "write_percent", "stall_percent", "slow_percent")


class Signed(float):
    """A number that may be below 0."""


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
    "path-changes": {
        "time_ns": float,
        **dict.fromkeys(("source", "destination", "qp", "plane", "ev"), int),
        **dict.fromkeys(("from", "to", "cause"), str),
    },
    "steps": {
        "step": int,
        "time_us": float,
        "idle_percent": Signed,
        **dict.fromkeys(("exposed_us", "most_exposed_us"), float),
        "slowest_rank": int,
        "held_by": str,
        **dict.fromkeys(("held_source", "held_destination"), int),
        **dict.fromkeys(("held_us", "held_slowdown"), float),
        "held_retransmissions": int,
        "late_for": str,
        **dict.fromkeys(("late_source", "late_destination", "late_bytes"), int),
        "late_us": Signed,
        **dict.fromkeys(("late_packets", "late_bad_evs", "late_plane"), int),
        "late_path": str,
        "late_path_packets": int,
        "late_fault": str,
        "late_fault_packets": int,
    },
    "ranks": {"step": int, "rank": int, "idle_percent": Signed, "exposed_us": float},
    "collectives": {
        "step": int,
        "part": str,
        **dict.fromkeys(("collectives", "first_rank", "last_rank"), int),
        **dict.fromkeys(("begin_us", "end_us"), float),
        **dict.fromkeys(("transfers", "bytes"), int),
    },
    "lives": {"job": str, **dict.fromkeys(SHARES, Signed), **dict.fromkeys(("ettr_percent_pm", "crashes", "crashes_pm", "faults"), float)},
    "seeds": {"job": str, "seed": int, **dict.fromkeys(SHARES, Signed), **dict.fromkeys(("crashes", "faults"), float)},
    "sai-counters": {"object": str, "index": str, "counter": str, "value": int},
}
# int() and float() also take 1_000, nan and digits of other scripts
DECIMAL = r"[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?"
FORMS = {int: re.compile("[0-9]+"), float: re.compile(DECIMAL), Signed: re.compile(f"-?{DECIMAL}")}
WANTED = {int: f"a whole number, 0 .. {MOST}", float: f"a number, 0 .. {MOST}", Signed: f"a number, -{MOST} .. {MOST}"}
MOST_DIGITS = 400  # of a number: more are no number of 64 bits


def typed(text, kind, name, may_be_empty):
    """A field as its column has it, None if it is empty and may be."""
    if kind is str:
        return text
    if not text and name in may_be_empty:
        return None
    if len(text) <= MOST_DIGITS and FORMS[kind].fullmatch(text) and abs(kind(text)) <= MOST:
        return float(text) if kind is Signed else kind(text)
    raise InputError(f"{name} is {text[:60]!r}; expected {WANTED[kind]}")


class Lines:
    """The lines of a file, which remembers those of the row under way."""

    def __init__(self, file):
        self.file, self.row, self.first = file, [], 1

    def __iter__(self):
        for line in self.file:
            if line[-1] not in "\r\n":
                place = f"{self.file.name}:{self.first + len(self.row)}"
                raise InputError(f"{place}: the last line has no end; expected a whole table, and this one was cut")
            self.row.append(line)
            yield line

    def end_row(self):
        """The row under way has ended."""
        self.first += len(self.row)
        self.row.clear()

    def place_of(self, field):
        """line:column at which a field of the row begins."""
        line, column, begins, is_quoted, inside = self.first, 1, True, False, False
        for character in "".join(self.row):
            if field == 0:
                break
            is_quoted = character == '"' if begins else is_quoted
            inside = inside != (is_quoted and character == '"')
            begins = character == "," and not inside
            field -= begins
            line, column = (line + 1, 1) if character == "\n" else (line, column + 1)
        return f"{line}:{column}"


def read_names(path, reader, columns):
    """The names of the columns, each once."""
    names = next(reader, [])
    missing = [name for name in columns if name not in names]
    if missing:
        raise InputError(f"{path}:1: there is no column {missing[0]}; expected {','.join(columns)}")
    seen = set()
    for name in names:
        if name in seen or "\0" in name:
            raise InputError(f"{path}:1: column {name!r}; expected each name once, and without byte 0")
        seen.add(name)
    return names


def read_rows(path, columns, may_be_empty=frozenset()):
    """The rows as dictionaries; columns that are not known are texts."""
    rows = []
    with open(path, encoding="utf-8-sig", newline="") as file:  # spreadsheets put a byte-order mark in front
        lines = Lines(file)
        reader = csv.reader(lines, strict=True)
        try:
            names = read_names(path, reader, columns)
            kinds = [columns.get(name, str) for name in names]
            lines.end_row()
            for fields in reader:
                if len(fields) != len(names):
                    count = f"{len(fields)} fields; expected {len(names)}, as in the first line"
                    raise InputError(f"{path}:{reader.line_num}: {count}")
                row = {}
                for name, field, kind in zip(names, fields, kinds):
                    try:
                        row[name] = typed(field, kind, name, may_be_empty)
                    except InputError as error:
                        raise InputError(f"{path}:{lines.place_of(len(row))}: {error}") from error
                rows.append(row)
                lines.end_row()
        except csv.Error as error:
            raise InputError(f"{path}:{reader.line_num}: {error}; expected comma-separated values") from error
        except UnicodeDecodeError as error:
            raise not_utf8(path) from error
    return rows


def columns_of(name, rows):
    """{column: type} of a table of a run, in the order of its file."""
    return {column: COLUMNS[name].get(column, str) for column in rows[0]} if rows else COLUMNS[name]


def read_tables(folder, record):
    """{name: rows} of the tables that a record names. If the record names none, of those that are there."""
    tables = {}
    for name, columns in COLUMNS.items():
        path = folder / f"{name}.csv"
        if path.exists() if "tables" not in record else name in record["tables"]:
            try:
                tables[name] = read_rows(path, columns, MAY_BE_EMPTY)
            except FileNotFoundError as error:
                raise InputError(f"{path}: there is no such file; expected it, as run.json names it in tables") from error
    return tables


def check_count(path, rows, figures, record):
    """Refuses a table of flows with fewer rows than flows ended, or more than there are."""
    most, least = (figures.get(name, {}).get("value") for name in ("flows", "flows complete"))
    words = json.dumps(record.get("arguments", "gpus"))
    workload = record.get("workload")
    if "gpus" in words or "two-level" in words or (isinstance(workload, dict) and workload.get("flows_without_rows") is True):
        least = 0  # work and flows inside a node have no row
    if all(type(count) is int for count in (least, most)) and not least <= len(rows) <= most:
        wanted = least if least == most else f"{least} .. {most}"
        why = "as run.json counts flows: this table is of another run, or was cut"
        raise InputError(f"{path}: {len(rows)} rows; expected {wanted}, {why}")


class Results:
    """A run: its record, and the tables that it wrote, by name, those that are there."""

    def __init__(self, folder):
        self.folder = folder
        try:
            self.record = read_record(folder / "run.json")
            self.tables = read_tables(folder, self.record)
        except OSError as error:
            raise not_readable(error, folder) from error
        self.figures = {figure["name"]: figure for figure in self.record["figures"]}
        if "flows" in self.tables:
            check_count(folder / "flows.csv", self.tables["flows"], self.figures, self.record)

    def is_life(self):
        """Whether these are lives of jobs, which have no fabric."""
        return "life" in self.record

    def number(self, name):
        """The value of a figure, None if there is none or it has words."""
        value = self.figures.get(name, {}).get("value")
        return value if is_number(value) else None

    def finished(self):
        """The flows that have completion times."""
        return [row for row in self.tables.get("flows", []) if row["fct_ns"] is not None]
