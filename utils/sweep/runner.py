# SPDX-License-Identifier: GPL-2.0-only
"""Runs a program once for each of some runs of a sweep, several at a time, and keeps what comes of them."""

import collections
import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import time

from . import figures
from .folder import Result
from .grid import SweepError

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # signals that end a sweep
GRACE = 5  # seconds from SIGTERM to SIGKILL
LONGEST_PAUSE = 0.05  # seconds between two looks
LOG_END = 1 << 16  # bytes of a log that are searched for its last line
LONGEST_LINE = 500


def build_of(program):
    """Returns digits that change with the program and the module's library."""
    digest = hashlib.sha256()
    try:
        for path in [program, *sorted(program.parent.parent.glob("libmrc.*"))]:
            digest.update(path.read_bytes())
    except OSError as error:
        raise SweepError(f"cannot read {error.filename}: {error.strerror}; ./mrc sweep builds it") from error
    return digest.hexdigest()[:12]


def last_line(path):
    """Returns the last line of a log that has words."""
    with open(path, "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - LOG_END))
        lines = file.read().decode(errors="replace").split("\n")
    words = [line.strip() for line in lines if line.strip()]
    return words[-1][:LONGEST_LINE] if words else ""


class Process:
    """One run under way. The log of its standard error is locked for as long as anybody has the log open."""

    def __init__(self, run, log):
        self.run = run
        self.log = log
        self.begin = time.monotonic()
        self.timed_out = False
        self.killed_at = None  # when SIGTERM was not enough
        self.popen = None

    def start(self, command, work, printed):
        """Starts it in its working folder, in a session of its own: a terminal's Ctrl-C is for the sweep alone."""
        with open(printed, "wb") as out:
            self.popen = subprocess.Popen(
                command, cwd=work, stdin=subprocess.DEVNULL, stdout=out, stderr=self.log, start_new_session=True
            )
        self.begin = time.monotonic()

    def stop(self, at_once=False):
        """Asks it to end; after some time, or at once, it is killed."""
        now = time.monotonic()
        if self.popen.poll() is not None:
            return
        if self.killed_at is None:
            self.killed_at = now + GRACE
            os.killpg(self.popen.pid, signal.SIGTERM)
        if at_once or now > self.killed_at:
            os.killpg(self.popen.pid, signal.SIGKILL)

    def status(self):
        """Returns the exit status as a shell has it."""
        code = self.popen.returncode
        return code if code >= 0 else 128 - code


class Runner:
    """Runs what it is given. A signal ends it; runs that are under way then have no result."""

    def __init__(self, folder, program, jobs, timeout, say):
        self.folder = folder
        self.program = program
        self.build = build_of(program)
        self.jobs = jobs
        self.timeout = timeout
        self.say = say  # called with the run and its Result, or with None and why there is none
        self.under_way = []
        self.signals = []  # that came

    def note(self, number, _frame):
        """Handles a signal."""
        self.signals.append(number)

    def run(self, runs, wanted):
        """Runs those that wanted picks by their Result, or None, once their turn has come."""
        waiting = collections.deque(runs)
        handlers = {number: signal.getsignal(number) for number in ENDING}
        for number, handler in handlers.items():
            if handler != signal.SIG_IGN:  # as nohup(1) has it
                signal.signal(number, self.note)
        last = time.monotonic()
        try:
            while (waiting or self.under_way) and not self.signals:
                while waiting and len(self.under_way) < self.jobs and not self.signals:
                    self.start(waiting.popleft(), wanted)
                if self.look():
                    last = time.monotonic()
                else:
                    time.sleep(min(LONGEST_PAUSE, 0.001 + (time.monotonic() - last) / 10))
        finally:
            self.end()
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def start(self, run, wanted):
        """Starts a run, unless another sweep has it under way, or has come to its result."""
        process = None
        try:
            log = open(self.folder.log(run, "stderr"), "ab")
            if not lock(log):
                log.close()
                self.say(run, None, "is under way in another process")
                return
            process = Process(run, log)
            if not wanted(self.folder.result(run)):
                log.close()
                return
            log.truncate(0)
            work = self.folder.work(run)
            if work.exists():
                shutil.rmtree(work)
            work.mkdir()
            command = [self.program, *self.folder.sweep.command_line(run)]
            process.start(command, work, self.folder.log(run, "stdout"))
            self.under_way.append(process)
        except OSError as error:
            raise SweepError(f"cannot start run {run.number}: {error.filename or self.program}: {error.strerror}") from error

    def look(self):
        """Keeps what has ended, and stops what takes too long. Returns whether anything has ended."""
        ended = [process for process in self.under_way if process.popen.poll() is not None]
        for process in ended:
            self.under_way.remove(process)
            self.keep(process)
        for process in self.under_way:
            if self.timeout and time.monotonic() - process.begin > self.timeout:
                process.timed_out = True
                process.stop()
        return bool(ended)

    def keep(self, process):
        """Stores the result of a run that has ended."""
        wall_s = time.monotonic() - process.begin
        run, status = process.run, process.status()
        if status - 128 in ENDING and not process.timed_out:
            self.say(run, None, f"was ended by signal {status - 128} from outside")
        else:
            result = self.result(process, status, wall_s)
            self.folder.store(run, result)
            self.say(run, result, "")
        process.log.close()

    def result(self, process, status, wall_s):
        """Returns what has come of a run."""
        if process.timed_out:  # how far it came depends on the machine
            return Result("timeout", status, f"no end after {self.timeout:g} s", wall_s, self.build, [])
        name, work = self.folder.sweep.program, self.folder.work(process.run)
        error = last_line(self.folder.log(process.run, "stderr")) if status else ""
        told = []
        try:
            told = figures.read(name, work, self.folder.log(process.run, "stdout"))
        except figures.NoFigures as why:
            error = error or f"no figures: {why}"
        return Result("failed" if error or status else "ok", status, error, wall_s, self.build, told)

    def end(self):
        """Ends what is under way; at once when a second signal comes."""
        for process in self.under_way:
            process.stop()
        while any(process.popen.poll() is None for process in self.under_way):
            time.sleep(LONGEST_PAUSE / 5)
            for process in self.under_way:
                process.stop(at_once=len(self.signals) > 1)
        for process in self.under_way:
            process.log.close()


def lock(file):
    """Locks an open file for all processes that inherit it. Returns False if somebody else has."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        pass
    return True
