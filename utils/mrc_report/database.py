# SPDX-License-Identifier: GPL-2.0-only
"""Writes the tables of a run into a file of SQLite."""

import contextlib
import json
import sqlite3

from .errors import InputError
from .files import replacing
from .results import Signed, columns_of

Error = sqlite3.Error
MAGIC = b"SQLite format 3\0"  # that a file begins with
MOST = 2**63 - 1  # of SQLite's integers
TYPES = {int: "INTEGER", float: "REAL", Signed: "REAL", str: "TEXT"}


def quoted(name):
    """A name as SQL takes it."""
    return '"' + name.replace('"', '""') + '"'


def stored(value):
    """A value as SQLite can have it: whole numbers above its own are REAL."""
    return float(value) if isinstance(value, int) and value > MOST else value


def path_of(results):
    """Where the database is."""
    return results.folder / "results.sqlite"


def check_names(path, names):
    """Refuses names of columns that are one for SQLite, which alone does not tell capitals."""
    seen = {}
    for name in names:
        same = seen.setdefault(name.encode().lower(), name)  # of bytes: SQLite knows capitals of ASCII only
        if same != name:
            words = f"columns {same!r} and {name!r} are one to SQLite; expected names that differ in more than capitals"
            raise InputError(f"{path}:1: {words}")


def check_database(results):
    """Refuses to write over a file that is no database, and tables that none can hold."""
    for name, rows in results.tables.items():
        check_names(results.folder / f"{name}.csv", columns_of(name, rows))
    path = path_of(results)
    if path.is_file():
        with open(path, "rb") as file:
            if file.read(len(MAGIC)) not in (MAGIC, b""):
                raise InputError(f"{path} is there already and is no file of SQLite; expected it elsewhere")


def fill(database, name, columns, rows):
    """Makes a table of (name, type) columns, and its rows."""
    words = ", ".join(f"{quoted(column)} {kind}" for column, kind in columns)
    database.execute(f"CREATE TABLE {quoted(name)} ({words})")
    places = ", ".join("?" * len(columns))
    database.executemany(f"INSERT INTO {quoted(name)} VALUES ({places})", ([stored(value) for value in row] for row in rows))


def leaves(value, name=""):
    """(name, value) of each value of JSON that has no parts."""
    if isinstance(value, (dict, list)):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in parts:
            yield from leaves(part, f"{name}.{key}" if name else str(key))
    else:
        yield name, json.dumps(value) if isinstance(value, bool) else value


def write_database(results):
    """Writes results.sqlite into the folder; returns its path. An older one goes when the new one is whole."""
    path = path_of(results)
    with replacing(path) as new, contextlib.closing(sqlite3.connect(new)) as database, database:
        database.executescript("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")  # no reader knows this file yet
        for name, rows in results.tables.items():
            columns = {column: TYPES[kind] for column, kind in columns_of(name, rows).items()}
            if name == "summary":
                columns["value"] = "NUMERIC"  # numbers are numbers, words stay words
            fill(database, name.replace("-", "_"), columns.items(), [list(row.values()) for row in rows])
        fill(database, "run", [("member", "TEXT"), ("value", "NUMERIC")], leaves(results.record))
    return path
