# SPDX-License-Identifier: GPL-2.0-only
"""Writes the tables of a run into a file of SQLite."""

import contextlib
import json
import os
import sqlite3

from .results import COLUMNS

Error = sqlite3.Error
TYPES = {int: "INTEGER", float: "REAL", str: "TEXT"}


def quoted(name):
    """A name as SQL takes it."""
    return '"' + name.replace('"', '""') + '"'


def fill(database, name, columns, rows):
    """Makes a table of (name, type) columns, and its rows."""
    words = ", ".join(f"{quoted(column)} {kind}" for column, kind in columns)
    database.execute(f"CREATE TABLE {quoted(name)} ({words})")
    places = ", ".join("?" * len(columns))
    database.executemany(f"INSERT INTO {quoted(name)} VALUES ({places})", rows)


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
    path = results.folder / "results.sqlite"
    new = path.with_name(f".results-{os.getpid()}.sqlite")
    try:
        with contextlib.closing(sqlite3.connect(new)) as database, database:
            for name, rows in results.tables.items():
                kinds = COLUMNS[name]
                names = list(rows[0]) if rows else list(kinds)
                columns = [(column, TYPES[kinds.get(column, str)]) for column in names]
                if name == "summary":
                    columns[names.index("value")] = ("value", "NUMERIC")  # numbers are numbers, words stay words
                fill(database, name.replace("-", "_"), columns, [list(row.values()) for row in rows])
            fill(database, "run", [("member", "TEXT"), ("value", "NUMERIC")], leaves(results.record))
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
    return path
