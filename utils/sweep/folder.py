# SPDX-License-Identifier: GPL-2.0-only
"""The output folder of a sweep: its owner, the outcome of its runs, and the table of outcomes."""

import contextlib
import csv
import dataclasses
import errno
import fcntl
import io
import json
import os

from mrc_report.files import replacing

from .figures import by_column
from .grid import SweepError

IDENTITY = "sweep.json"
TABLE = "table.csv"
RESULT_COLUMNS = ["status", "exit status", "last error", "wall time (s)", "build"]


@dataclasses.dataclass(frozen=True)
class Result:
    """What has come of a run."""

    status: str  # ok, failed or timeout
    exit_status: int  # as a shell has it: 128 + N for signal N
    error: str  # last line of standard error; empty if the run is ok
    wall_s: float
    build: str  # of the program
    figures: list  # [name, value, unit]

    def is_sound(self):
        """Returns whether each part is of its kind: somebody may have written into the file."""
        texts = (self.error, self.build, *(text for figure in self.figures for text in figure))
        return (
            self.status in ("ok", "failed", "timeout")
            and isinstance(self.exit_status, int)
            and isinstance(self.wall_s, (int, float))
            and isinstance(self.figures, list)
            and all(isinstance(figure, list) and len(figure) == 3 for figure in self.figures)
            and all(isinstance(text, str) for text in texts)
        )


def write(path, text, place=os.replace):
    """Writes a file whole or not at all; place moves what is written to its name."""
    try:
        with replacing(path, place) as new, open(new, "x", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError as error:
        raise SweepError(f"cannot write {path}: {error.strerror}") from error


def place_first(temporary, path):
    """Gives a file its name, unless another has it: of several processes the first one wins."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK):
            raise
        # A file system without links has no way that is both exclusive and at once.
        with contextlib.suppress(FileExistsError), open(path, "xb") as file:
            file.write(temporary.read_bytes())


def merged(lists):
    """Returns the items of all lists, each once; a new one stands behind what precedes it in its list."""
    items, seen = [], set()
    for one in map(tuple, lists):
        if one in seen:
            continue
        seen.add(one)
        at = 0
        for item in one:
            if item in items:
                at = items.index(item) + 1
            else:
                items.insert(at, item)
                at += 1
    return items


class Folder:
    """The output folder. Nothing is written before claim."""

    def __init__(self, path, sweep):
        self.path = path
        self.sweep = sweep
        self.runs = sweep.runs()
        self.width = len(str(len(self.runs)))

    def name(self, run):
        """Returns what a run's files are called: its number, with zeros so that they sort."""
        return f"{run.number:0{self.width}d}"

    def work(self, run):
        """Returns the working folder of a run."""
        return self.path / "work" / self.name(run)

    def log(self, run, stream):
        """Returns the file of what a run says on `stdout` or `stderr`."""
        return self.path / "logs" / f"{self.name(run)}.{stream}"

    def identity(self):
        """Returns what has to be the same for results to be of one sweep."""
        return {"program": self.sweep.program, "arguments": self.sweep.arguments, "grid": self.sweep.grid}

    def check(self):
        """Raises SweepError if the folder is another sweep's, or nobody's."""
        if not os.path.lexists(self.path):
            return
        if not self.path.is_dir():
            raise SweepError(f"{self.path} is no folder; expected another --output=FOLDER")
        try:
            names = os.listdir(self.path)  # before the read: a process beside this one may be making the folder
        except OSError as error:
            raise SweepError(f"cannot read {self.path}: {error.strerror}") from error
        text = self.read(self.path / IDENTITY)
        if text is not None:
            self.compare(text)
        elif IDENTITY not in names and any(not name.startswith(f".{IDENTITY}") for name in names):
            raise SweepError(f"{self.path} holds other files; expected another --output=FOLDER, new or empty")

    def read(self, path):
        """Returns the text of a file, or None if there is none."""
        try:
            return path.read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise SweepError(f"cannot read {path}: {getattr(error, 'strerror', error)}") from error

    def compare(self, text):
        """Raises SweepError, with what differs, unless the text is this sweep's identity."""
        try:
            there = json.loads(text)
            if any(type(there[key]) is not type(value) for key, value in self.identity().items()):
                raise ValueError("parts of another kind")
            differs = [key for key in self.identity() if pairs(there[key]) != pairs(self.identity()[key])]
        except (KeyError, RecursionError, TypeError, ValueError) as error:
            raise SweepError(f"{self.path / IDENTITY}: not of a sweep; expected another --output=FOLDER") from error
        if differs:
            what = difference(differs[0], there[differs[0]], self.identity()[differs[0]])
            raise SweepError(
                f"{self.path} has the results of another sweep: {what}; "
                f"expected {self.sweep.file} as it was, or another --output=FOLDER"
            )

    def claim(self):
        """Makes the folder, as this sweep's."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if not (self.path / IDENTITY).exists():
                write(self.path / IDENTITY, json.dumps(self.identity(), indent=1) + "\n", place_first)
            self.check()  # of two sweeps that came at the same time one is told
            for name in ("work", "logs", "results"):
                (self.path / name).mkdir(exist_ok=True)
        except OSError as error:
            raise SweepError(f"cannot write {error.filename}: {error.strerror}") from error

    def result_path(self, run):
        return self.path / "results" / f"{self.name(run)}.json"

    def result(self, run):
        """Returns the Result of a run, or None if there is none."""
        path = self.result_path(run)
        text = self.read(path)
        if text is None:
            return None
        try:
            content = json.loads(text)
            arguments = content.pop("arguments")
            found = Result(**content)
            if not found.is_sound() or not isinstance(arguments, list):
                raise ValueError("parts of another kind")
            is_of_run = arguments == list(run.arguments)
            told = " ".join(arguments)
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            raise SweepError(f"{path}: not a result; expected one of ./mrc sweep, or no such file") from error
        if not is_of_run:
            raise SweepError(f"{path}: a result of {told}; expected {' '.join(run.arguments)}")
        return found

    def store(self, run, result):
        """Keeps the result of a run."""
        content = {"arguments": run.arguments, **dataclasses.asdict(result)}
        write(self.result_path(run), json.dumps(content, indent=1) + "\n")

    def gather(self):
        """Writes the table, if there is a result. Returns those of all runs, or None for a run without one."""
        with self.locked():  # a later gatherer reads later too, so a table never knows less than one before it
            results = [self.result(run) for run in self.runs]
            if any(results):
                self.write_table(results)
        return results

    @contextlib.contextmanager
    def locked(self):
        """Keeps other gatherers waiting."""
        with contextlib.ExitStack() as stack:
            if (self.path / IDENTITY).exists():
                file = stack.enter_context(open(self.path / IDENTITY, "r+b"))  # NFS locks only what can be written
                with contextlib.suppress(OSError):  # a file system without locks
                    fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def write_table(self, results):
        """Writes the table of all runs, with their results or None."""
        own = ["number", *(f"option {name}" for name in self.sweep.grid), *RESULT_COLUMNS]
        figures = [by_column(result.figures, own) if result else {} for result in results]
        columns = merged(figures)
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow([*own, *columns])
        for run, result, told in zip(self.runs, results, figures):
            ended = ["missing", "", "", "", ""]
            if result:
                ended = [result.status, result.exit_status, result.error, f"{result.wall_s:.3f}", result.build]
            table.writerow([run.number, *run.values, *ended, *(told.get(name, "") for name in columns)])
        write(self.path / TABLE, out.getvalue())


def pairs(value):
    """Returns a dictionary as what is compared: the order of options is that of runs."""
    return list(value.items()) if isinstance(value, dict) else value


def difference(key, there, here):
    """Returns in words how the values of a key of two identities differ."""
    if not isinstance(here, dict):
        return f"{key} is {there} there, {here} here"
    for name in [*here, *there]:
        if there.get(name) != here.get(name):
            told = ["not given" if value is None else str(value) for value in (there.get(name), here.get(name))]
            return f"{name} of [{key}] is {told[0]} there, {told[1]} here"
    return f"the options of [{key}] are in another order"
