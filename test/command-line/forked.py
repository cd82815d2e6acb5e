# SPDX-License-Identifier: GPL-2.0-only
"""Runs a program of Python in a copy of this process. Modules are there already: a new interpreter takes a tenth of a
second to load them."""

import os
import pathlib
import runpy
import signal
import subprocess
import sys
import tempfile
import traceback

SECONDS = 120  # a program that takes longer hangs, and SIGALRM ends it


def _end(program, words):
    """Returns the status that a program of Python ends with. A message goes to standard error."""
    sys.argv = [str(program), *map(str, words)]
    try:
        runpy.run_path(str(program), run_name="__main__")
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return (end.code or 0) & 0xFF
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:  # as the interpreter does
        traceback.print_exc()
        return 1
    return 0


def load(program):
    """Loads the modules of a program that lie beside it, and those that these need."""
    sys.path.insert(0, str(pathlib.Path(program).parent))
    runpy.run_path(str(program), run_name="loaded")


def run(program, words, folder):
    """Returns how a program that was loaded ended in a folder, as subprocess.run does with text and a timeout."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err, open(os.devnull) as null:
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                signal.alarm(SECONDS)
                os.chdir(folder)
                for number, file in enumerate((null, out, err)):
                    os.dup2(file.fileno(), number)
                sys.stdout = open(1, "w", closefd=False)
                sys.stderr = open(2, "w", closefd=False, errors="backslashreplace")
                status = _end(program, words)
                sys.stdout.flush()
                sys.stderr.flush()
            finally:
                os._exit(status)
        _, ended = os.waitpid(child, 0)
        if os.WIFSIGNALED(ended) and os.WTERMSIG(ended) == signal.SIGALRM:
            raise subprocess.TimeoutExpired(words, SECONDS)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(words, os.waitstatus_to_exitcode(ended), out.read(), err.read())
