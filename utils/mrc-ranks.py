#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Starts a program over ranks, waits for all of them, and has words that several ranks say printed once.

usage: mrc-ranks.py RANKS STARTER... -- PROGRAM ARGUMENTS...

Each rank of this machine has its error stream in a pipe of its own. A line that a rank says for the third time is printed
if no other rank has said that line three times before. So words of one rank are never lost. Ranks of other machines share
the starter's error stream, where nobody knows the rank. Errors of the program come once there, and other lines as often as
they are said. The starter gets signals of this process once each, but for ignored ones and for a Ctrl-Z that nobody could
undo. The status is the starter's."""

import collections
import ctypes
import os
import pathlib
import resource
import selectors
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # the sources may be somebody else's

FORWARDED = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2, signal.SIGTSTP, signal.SIGCONT)
OTHER_FILES = 64  # that this process may have open
LINGER = 10  # s that ranks may go on to speak once their starter has ended
PR_SET_PDEATHSIG = 1
# In each rank. The name of the machine tells, as a folder may be on several, and a pipe is on one.
OWN_PIPE = """
pipe=$0/${OMPI_COMM_WORLD_RANK:-${PMIX_RANK:-${PMI_RANK:-none}}} here=$1
shift
if [ "$(uname -n)" = "$here" ] && [ -p "$pipe" ]; then exec "$@" 2>"$pipe"; fi
exec "$@"
"""


class Told:
    """Knows what has been said."""

    def __init__(self, program):
        self.error = f"{program}: error: ".encode()
        self.said = collections.Counter()  # by rank and line
        self.printed = collections.Counter()  # by line

    def is_new(self, rank, line):
        """Notes a line of a rank; None: of the starter, and of ranks that it speaks for. Returns whether the line is to be
        printed."""
        self.said[rank, line] += 1
        if self.said[rank, line] <= self.printed[line]:
            return False
        if rank is None and line.startswith(self.error) and self.printed[line]:
            return False
        self.printed[line] += 1
        return True


class Streams:
    """Error streams of ranks and of their starter."""

    def __init__(self, program):
        self.told = Told(program)
        self.selector = selectors.DefaultSelector()
        self.begun = {}  # by file: bytes of a line that has no end yet
        self.signals, end = os.pipe()  # a signal that comes just before the wait for words has to end that wait, too
        os.set_blocking(self.signals, False)
        os.set_blocking(end, False)
        signal.set_wakeup_fd(end)
        self.selector.register(self.signals, selectors.EVENT_READ)

    def add(self, file, rank):
        os.set_blocking(file, False)
        self.selector.register(file, selectors.EVENT_READ, rank)
        self.begun[file] = b""

    def copy(self, starter):
        """Prints what is new until a process of this one has ended."""
        signal.signal(signal.SIGCHLD, lambda *_: None)
        while starter.poll() is None:
            for key, _ in self.selector.select():
                if key.fd in self.begun:
                    self.take(key.fd, key.data)
                else:
                    os.read(self.signals, 4096)

    def take(self, file, rank):
        """Prints what is there and new. Returns whether more may come at once. A pipe without writers is at its end."""
        try:
            words = os.read(file, 65536)
        except BlockingIOError:
            return False
        *lines, self.begun[file] = (self.begun[file] + words).split(b"\n")
        if not words:
            self.selector.unregister(file)
            rest = self.begun.pop(file)
            lines = [rest] if rest else []
        show(line for line in lines if self.told.is_new(rank, line))
        return bool(words)

    def finish(self, seconds):
        """Prints what is left. Waits so long at most for those that go on to speak."""
        end = time.monotonic() + seconds
        while self.begun and time.monotonic() < end:
            for file in list(self.begun):
                while self.take(file, self.selector.get_key(file).data) and time.monotonic() < end:
                    pass
            time.sleep(0.01 if self.begun else 0)
        for file, rest in self.begun.items():  # of those that speak for longer
            show([rest] if rest and self.told.is_new(self.selector.get_key(file).data, rest) else [])


def show(lines):
    """Prints lines, as long as anybody reads them. Ranks go on if nobody does."""
    words = b"".join(line + b"\n" for line in lines)
    try:
        while words:
            words = words[os.write(2, words) :]
    except OSError:
        pass


def begin_starter():
    """Lets the starter get signals, which this process has blocked. Has the kernel end the starter once this process is no
    more, as by a SIGKILL that cannot be forwarded."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, FORWARDED)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM))


def pipes_of(ranks, folder, streams):
    """Makes the pipes, for as many ranks as files may be open."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    for rank in range(min(ranks, most - OTHER_FILES)):
        pipe = folder / f"{rank}"
        os.mkfifo(pipe, 0o600)
        streams.add(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), rank)


def can_continue():
    """Whether a shell is there to continue the group of this process. The kernel stops no group without one at Ctrl-Z."""
    group, session = os.getpgid(0), os.getsid(0)
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            if os.getpgid(int(status.parent.name)) == group:
                parent = int(status.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1])
                if os.getpgid(parent) != group and os.getsid(parent) == session:
                    return True
        except OSError:  # a process has ended meanwhile
            pass
    return False


def stop(starter):
    """Has the starter stop its ranks, and stops this process until it is continued. Then the starter continues its ranks."""
    if not can_continue():
        return
    starter.send_signal(signal.SIGTSTP)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)}
    for number in handlers:
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTSTP)
    for number, handler in handlers.items():  # the caller may have SIGCONT ignored
        signal.signal(number, handler)
    starter.send_signal(signal.SIGCONT)  # behind that, as the next Ctrl-Z may come at once


def handle(numbers, handler):
    """Handles signals, but for those that the caller has this process ignore: nohup(1), and a script for its background jobs."""
    for number in numbers:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def forward_to(starter):
    """Has the starter get the signals that this process gets."""

    def forward(number, _):
        if number == signal.SIGTSTP:
            stop(starter)
        else:
            starter.send_signal(number)

    handle(FORWARDED, forward)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, FORWARDED)


def run(ranks, start, words, folder):
    """Returns the starter's status, as subprocess has it."""
    streams = Streams(pathlib.Path(words[0]).name)
    pipes_of(ranks, folder, streams)
    command = [*start, "-n", str(ranks), "sh", "-c", OWN_PIPE, folder, os.uname().nodename, *words]
    signal.pthread_sigmask(signal.SIG_BLOCK, FORWARDED)  # until there is somebody to be told
    # A session of its own: a terminal would send its signals to both processes, and each is to come once.
    try:
        starter = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=begin_starter)
    except OSError as error:
        show([f"mrc: cannot start {start[0]}: {error.strerror}; expected mpirun, or a command in MRC_MPIRUN".encode()])
        signal.pthread_sigmask(signal.SIG_UNBLOCK, FORWARDED)
        return 127
    forward_to(starter)
    streams.add(starter.stderr.fileno(), None)
    streams.copy(starter)
    handle((signal.SIGINT, signal.SIGTERM), lambda got, _: sys.exit(128 + got))  # nobody is left to be told
    streams.finish(LINGER)
    return starter.returncode


def main():
    at = sys.argv.index("--")
    with tempfile.TemporaryDirectory(prefix="mrc-ranks-") as folder:
        status = run(int(sys.argv[1]), sys.argv[2:at], sys.argv[at + 1 :], pathlib.Path(folder))
    if status < 0:  # ends as the starter has
        if -status != signal.SIGKILL:
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    return status


if __name__ == "__main__":
    sys.exit(main())
