# SPDX-License-Identifier: GPL-2.0-only
"""Reads the FILE.toml of a sweep: a program, its fixed arguments, and lists of values, to run all their products."""

import collections
import dataclasses
import difflib
import itertools
import math
import pathlib
import re

try:
    import tomllib
except ImportError:
    tomllib = None

from . import figures

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
MOST_RUNS = 100_000
LONG_NUMBER = r"[\d_]{4000}"  # Python reads up to 4,300 digits unless it is told otherwise
LONGEST_SHOWN = 80  # characters of a value in a message
SCALAR = "a text, a number, true or false"
FOLDER = "{folder}"  # in a value: the folder of the file


class SweepError(Exception):
    """What is wrong, in one line for the user."""


@dataclasses.dataclass(frozen=True)
class Run:
    """One point of the grid."""

    number: int  # from 1
    values: tuple  # texts, of the options of the grid
    arguments: tuple  # of the program, all but those by which it tells its figures


@dataclasses.dataclass(frozen=True)
class Sweep:
    """What a file asks for. All values are texts, as a command line has them."""

    file: pathlib.Path
    program: str
    arguments: dict  # value by option
    grid: dict  # list of values by option

    def runs(self):
        """Returns all runs; the last option of the grid changes fastest."""
        fixed = [f"--{name}={value}" for name, value in self.arguments.items()]
        made = []
        for number, values in enumerate(itertools.product(*self.grid.values()), 1):
            varied = [f"--{name}={value}" for name, value in zip(self.grid, values)]
            made.append(Run(number, values, (*fixed, *varied)))
        return made

    def command_line(self, run):
        """Returns the arguments that the program gets."""
        folder = str(self.file.resolve().parent)
        told = figures.form(self.program).options
        return [*(argument.replace(FOLDER, folder) for argument in run.arguments), *told]


def did_you_mean(word, names):
    """Returns the end of a sentence, if one of the names is nearly the word."""
    near = difflib.get_close_matches(word, names, 1)
    return f"; did you mean '{near[0]}'?" if near else ""


def text_of(value):
    """Returns a value as a command line has it, or None if it cannot stand there."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return None if "\0" in value else value
    try:
        return str(value) if isinstance(value, (int, float)) else None
    except ValueError:  # Python writes no number of so many digits
        return None


def shown(value):
    """Returns a value as a message has it, in a line that is not too long."""
    try:
        text = repr(value) if isinstance(value, (str, list, dict)) else str(value)
    except (RecursionError, ValueError):
        return "what is too long to show"
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


class Reader:
    """Reads one file. What is wrong with it is a SweepError that begins with its name and, where that is known, its line."""

    def __init__(self, path):
        self.path = path
        self.text = ""

    def read(self):
        """Returns the Sweep."""
        if self.path.suffix != ".toml":
            raise SweepError(f"{self.path}: expected a file whose name ends in .toml")
        content = self.parse()
        for key in content:
            if key not in ("program", "arguments", "grid"):
                near = did_you_mean(key, ["program", "arguments", "grid"])
                self.refuse("", key, f"expected program, [arguments] or [grid], not '{key}'{near}")
        program = self.program(content)
        arguments = {
            name: self.value("arguments", name, value) for name, value in self.table(content, "arguments").items()
        }
        grid = {name: self.values(name, values) for name, values in self.table(content, "grid").items()}
        self.check_options(program, arguments, grid)
        return Sweep(self.path, program, arguments, grid)

    def parse(self):
        """Returns the content of the file, as TOML has it."""
        if tomllib is None:
            raise SweepError("this Python has no tomllib; expected Python 3.11 or newer")
        try:
            self.text = self.path.read_text(encoding="utf-8")
            return tomllib.loads(self.text)
        except OSError as error:
            raise SweepError(f"{self.path}: {error.strerror}; expected a sweep, such as examples/sweep.toml") from error
        except UnicodeDecodeError as error:
            raise SweepError(f"{self.path}: not a text; expected TOML in UTF-8") from error
        except tomllib.TOMLDecodeError as error:
            words, line = str(error), self.text.count("\n") + 1
            place = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", words)
            if place:
                words, line = place[1], int(place[2] or line)
            lines = [*self.text.split("\n"), ""]
            hint = "; a name with :: needs quotes" if re.match(r"\s*[\w-]+::", lines[line - 1]) else ""
            raise SweepError(f"{self.path}:{line}: expected TOML: {words}{hint}") from error
        except RecursionError as error:
            raise SweepError(f"{self.path}: expected TOML: lists or tables are nested too deeply") from error
        except ValueError as error:  # of int(), which takes so many digits and no more
            line = next((n for n, words in enumerate(self.text.split("\n"), 1) if re.search(LONG_NUMBER, words)), 0)
            place = f"{self.path}:{line}" if line else self.path
            raise SweepError(f"{place}: expected TOML: a number has too many digits") from error

    def line_of(self, table, key):
        """Returns the number of the line that sets a key of a table, or begins the table of that name; or 0."""
        here = ""
        for number, line in enumerate(self.text.split("\n"), 1):
            header = re.match(r"\s*\[\s*([\w-]+)\s*\]", line)
            if header:
                here = header[1]
                if not table and here == key:
                    return number
            name = re.match(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*[=.]""", line)
            if name and here == table and key in name.groups():
                return number
        return 0

    def refuse(self, table, key, words):
        """Raises the error of a key; of its table where the key stands in a way that line_of does not see."""
        line = self.line_of(table, key) or self.line_of("", table)
        raise SweepError(f"{self.path}:{line}: {words}" if line else f"{self.path}: {words}")

    def program(self, content):
        """Returns the name of the program, which is a compiled example."""
        name = content.get("program")
        programs = sorted(path.stem for path in EXAMPLES.glob("*.cc"))
        if name not in programs:
            near = did_you_mean(name, programs) if isinstance(name, str) else ""
            self.refuse("", "program", f"expected program = NAME of an example in C++, such as \"mrc-fabric\"{near}")
        return name

    def table(self, content, name):
        """Returns one of the two tables; that of fixed arguments need not be there."""
        if name == "arguments" and name not in content:
            return {}
        table = content.get(name)
        if not isinstance(table, dict):
            self.refuse("", name, f"expected a table [{name}] of the program's options")
        if name == "grid" and not table:
            self.refuse("", name, "expected an option with a list of values in [grid], such as RngRun = [1, 2]")
        for option in table:
            if not re.fullmatch(r"[A-Za-z_][^\s=]*", option):
                self.refuse(name, option, f"expected the name of an option without dashes, not '{option}'")
        return table

    def value(self, table, name, value):
        """Returns a value of an option as a text."""
        text = text_of(value)
        if text is None:
            self.refuse(table, name, f"expected {SCALAR} for {name}, not {shown(value)}")
        return text

    def values(self, name, values):
        """Returns the values of an option of the grid as texts."""
        if not isinstance(values, list) or not values:
            self.refuse("grid", name, f"expected a list of values for {name}, not {shown(values)}")
        texts = [self.value("grid", name, value) for value in values]
        twice = [text for text, count in collections.Counter(texts).items() if count > 1]
        if twice:
            self.refuse("grid", name, f"expected each value of {name} once; {twice[0]} is there twice")
        return texts

    def check_options(self, program, arguments, grid):
        """Refuses options that are there twice, or are the sweep's own, and grids of too many runs."""
        own = {option.lstrip("-").partition("=")[0] for option in figures.form(program).options}
        for table, options in (("arguments", arguments), ("grid", grid)):
            for name in options:
                if name in own:
                    self.refuse(table, name, f"expected no {name}: the sweep gives it to {program}")
                if table == "grid" and name in arguments:
                    self.refuse(table, name, f"expected {name} in one table; it is in [arguments] too")
        count = math.prod(len(values) for values in grid.values())
        if count > MOST_RUNS:
            self.refuse("", "grid", f"expected 1 .. {MOST_RUNS} runs; these lists make {count}")
