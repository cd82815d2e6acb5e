#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs a grid of scenarios, each as a process, on all cores, and makes a table of what comes of them.

FILE.toml names an example, its fixed arguments, and lists of values: see examples/sweep.toml and
doc/sweeps.rst. A second start runs only what has no result yet. The status is 0 if all runs that were asked
for are ok, and 1 if not. The status is 2 if file, folder, options or output are wrong, and 128 + N after signal N."""

import argparse
import os
import pathlib
import re
import shlex
import signal
import sys

sys.dont_write_bytecode = True  # the sources may be somebody else's
from sweep.folder import TABLE, Folder  # noqa: E402
from sweep.grid import Reader, SweepError  # noqa: E402
from sweep.runner import Runner  # noqa: E402

MOST_NAMED = 10  # runs in a message
CLEAR = "\r\033[K"  # takes a line of progress away from a terminal


def positive(kind):
    """Returns what reads a number above 0, for argparse."""

    def read(text):
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"'{text}'; expected a {'whole ' if kind is int else ''}number above 0")
        return value

    return read


def part(text):
    """Reads K/N."""
    match = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", text)
    if not match or int(match[1]) > int(match[2]):
        raise argparse.ArgumentTypeError(f"'{text}'; expected K/N with K from 1 to N, such as 1/4")
    return int(match[1]), int(match[2])


def read_options():
    """Returns the options of the command line."""
    parser = argparse.ArgumentParser(
        prog="./mrc sweep", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("file", type=pathlib.Path, metavar="FILE", help="the sweep, NAME.toml")
    parser.add_argument("--output", type=pathlib.Path, metavar="FOLDER", help="where everything is written; without it NAME")
    parser.add_argument("--jobs", type=positive(int), metavar="N", help="so many runs at a time; without it one on each core")
    parser.add_argument("--timeout", type=positive(float), metavar="SECONDS", help="ends a run that takes longer")
    parser.add_argument("--again", action="store_true", help="runs those again that failed or took too long")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--only", type=positive(int), metavar="K", help="only run number K; makes no table")
    which.add_argument("--part", type=part, metavar="K/N", help="only every Nth run, from run K on; makes no table")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="shows the runs and what would be run, and runs nothing")
    what.add_argument("--gather", action="store_true", help="makes the table of the results that there are, and runs nothing")
    parser.add_argument("--examples", type=pathlib.Path, help=argparse.SUPPRESS)  # the folder of the programs
    parser.add_argument("--needs", action="store_true", help=argparse.SUPPRESS)  # print what has to be built
    if "--needs" in sys.argv and {"-h", "--help"} & set(sys.argv):
        sys.exit(0)
    options = parser.parse_args()
    if options.gather and (options.only or options.part or options.again):
        parser.error("--gather goes with --output only")
    return options


class SweepCommand:
    """What the command line asks for."""

    def __init__(self, options):
        self.options = options
        self.sweep = Reader(options.file).read()
        self.output = options.output or pathlib.Path(options.file.stem)
        self.folder = Folder(self.output, self.sweep)
        self.folder.check()
        count = len(self.folder.runs)
        if options.only and options.only > count:
            raise SweepError(f"--only={options.only}; expected 1 .. {count}, the runs of {options.file}")
        first, step = options.part or (1, 1)
        self.chosen = [options.only] if options.only else range(first, count + 1, step)
        self.chosen = [self.folder.runs[number - 1] for number in self.chosen]
        self.done = 0
        self.to_do = 0

    def wanted(self, result):
        """Returns whether a run with this result, or None, is to be run."""
        return result is None or (self.options.again and result.status != "ok")

    def pending(self):
        """Returns the runs that are to be run."""
        return [run for run in self.chosen if self.wanted(self.folder.result(run))]

    def list(self):
        """Shows the runs that are asked for."""
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # for head(1) and the like
        count = 0
        for run in self.chosen:
            result = self.folder.result(run)
            state = "to run" if self.wanted(result) else result.status
            count += state == "to run"
            print(f"{run.number:>{self.folder.width}}  {state:7}  {self.sweep.program} {shlex.join(run.arguments)}")
        print(f"{len(self.chosen)} runs, {count} to run")
        return 0

    def tell(self, run, result, why):
        """Says what has come of a run."""
        if result:
            self.done += 1
            how = f"{result.status}, {result.wall_s:.1f} s"
            why = f"{how}: {result.error or f'status {result.exit_status}'}" if result.status != "ok" else how
        counted = f"{self.done}/{self.to_do}"
        if sys.stderr.isatty() and result and result.status == "ok":
            print(f"{CLEAR}mrc sweep: {counted} ", end="", file=sys.stderr, flush=True)
        else:
            say(f"{counted}: run {run.number} {why}")

    def run(self):
        """Runs what is to be run."""
        pending = self.pending()
        self.to_do = len(pending)
        if not pending:
            return self.finish()
        if not self.options.examples:
            raise SweepError("no --examples=FOLDER with the built programs; ./mrc sweep gives it")
        jobs = min(self.options.jobs or len(os.sched_getaffinity(0)), len(pending))
        program = self.options.examples.resolve() / self.sweep.program
        runner = Runner(self.folder, program, jobs, self.options.timeout, self.tell)
        say(f"{len(self.chosen)} runs, {len(pending)} of them to run, {jobs} at a time, in {self.output}")
        try:
            self.folder.claim()
            runner.run(pending, self.wanted)
        except SweepError as error:
            raise SweepError(f"{error}; results that are there are kept: {self.go_on()}") from error
        if not runner.signals:
            return self.finish()
        say(f"interrupted: {len(self.pending())} of {len(self.chosen)} runs are still to run; {self.go_on()}")
        return 128 + runner.signals[0]

    def go_on(self):
        """Returns how to go on, in words."""
        words = [word for word in sys.argv[1:] if not word.startswith("--examples=")]
        return f"go on with ./mrc sweep {shlex.join(words)}"

    def finish(self):
        """Makes the table, unless only some runs were asked for, and says what there is."""
        is_whole = not (self.options.only or self.options.part)
        results = self.folder.gather() if is_whole else [self.folder.result(run) for run in self.chosen]
        states = [result.status if result else "missing" for result in results]
        if is_whole and not any(results):
            raise SweepError(f"{self.output} has no results; ./mrc sweep {self.options.file} makes them")
        counts = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(["ok", *sorted(set(states))]))
        table = self.output / TABLE if is_whole else "--gather makes the table"
        self.complain(states)
        if len({result.build for result in results if result}) > 1:
            say("results are of several builds of the program: see the column build")
        print(f"{len(states)} runs: {counts}; {table}")
        return 0 if set(states) <= {"ok"} else 1

    def complain(self, states):
        """Says which runs have no result, or a bad one."""
        for state in ("failed", "timeout", "missing"):
            numbers = [str(run.number) for run, one in zip(self.chosen, states) if one == state]
            if numbers:
                named = ", ".join(numbers[:MOST_NAMED]) + (", ..." if len(numbers) > MOST_NAMED else "")
                what = "the same command runs them" if state == "missing" else f"--again runs them again; {self.output}/logs"
                say(f"{state}: {named} ({what})")


def say(words):
    print(f"{CLEAR if sys.stderr.isatty() else ''}mrc sweep: {words}", file=sys.stderr, flush=True)


def act(options):
    """Does what the options ask for. Returns the status."""
    command = SweepCommand(options)
    if options.needs:
        needs = command.sweep.program if not options.list and not options.gather and command.pending() else ""
        print(needs)
        return 0
    if options.list:
        return command.list()
    return command.finish() if options.gather else command.run()


def main():
    options = read_options()
    try:
        status = act(options)
        sys.stdout.flush()  # here, where an error can still be told
        return status
    except SweepError as error:
        say(f"error: {error}")
        return 2
    except OSError as error:
        if error.filename is None:  # of a stream: what is left of it goes nowhere, so that nothing is told twice
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        say(f"error: {error.filename or 'standard output'}: {error.strerror}")
        return 2
    except KeyboardInterrupt:  # while nothing runs
        return 128 + signal.SIGINT


if __name__ == "__main__":
    sys.exit(main())
