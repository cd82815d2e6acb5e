#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""What ./mrc run --ranks=N prints of what ranks say, its status, and signals. A program in shell takes the place of an example, and
another one that of mpirun."""

# Clauses of this file: [several-ranks]

import contextlib
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 60  # a run that takes longer hangs
# ./mrc run --ranks=N NAME without the build
MRC = f"""#!/bin/bash
root={ROOT} build=$BUILD state=none
source {ROOT}/utils/ranks.sh
prepare_ranks() {{ :; }}
export_huge_pages() {{ :; }}
need_interpreter() {{ :; }}
run_ranks "$@"
"""
# Starts ranks as mpirun does, with a number for each, and ends as the last one that failed.
STARTER = """#!/bin/bash
[[ $1 == -n ]] || exit 2
ranks=$2 status=0
shift 2
for ((rank = 0; rank < ranks; ++rank)); do
  if [[ -z ${FAR:-} || $rank != "$FAR" ]]; then export PMIX_RANK=$rank; else unset PMIX_RANK; fi
  RANK=$rank "$@" &
done
for job in $(jobs -p); do
  wait "$job" || status=$?
done
[[ $status != 9 ]] || kill -KILL $$
exit "$status"
"""
# A starter without ranks that tells of signals, until SIGTERM comes, or no signal for some time.
LISTENER = f"""#!/usr/bin/env python3
import signal
signals = signal.SIGHUP, signal.SIGINT, signal.SIGUSR1, signal.SIGTSTP, signal.SIGCONT, signal.SIGTERM
signal.pthread_sigmask(signal.SIG_BLOCK, signals)
print("ready", flush=True)
while got := signal.sigtimedwait(signals, {SECONDS / 4}):
    print(signal.Signals(got.si_signo).name, flush=True)
    if got.si_signo == signal.SIGTERM:
        raise SystemExit(5)
"""


class RankWordsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("mrc", MRC)
        self.write("starter", STARTER)
        self.write("listener", LISTENER)
        (self.folder / "examples").mkdir()
        self.environment = {**os.environ, "BUILD": str(self.folder), "MRC_MPIRUN": str(self.folder / "starter"), "TMPDIR": folder.name}
        for name in ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "FAR"):
            self.environment.pop(name, None)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        (self.folder / name).chmod(0o755)

    def said(self, ranks, program, **more):
        """Runs a program in shell over ranks. Returns the status, and what is in the file of errors at that very instant."""
        self.write("examples/mrc-fabric", f"#!/bin/bash\n{program}\n")
        with (self.folder / "errors").open("w") as errors:
            done = subprocess.run(
                [self.folder / "mrc", str(ranks), "mrc-fabric"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # no pipe: the end of a pipe comes with that of all processes
                stderr=errors,
                timeout=SECONDS,
                env={**self.environment, **more},
                check=False,
            )
            return done.returncode, (self.folder / "errors").read_text()

    def test_lines_of_all_ranks_come_once(self):
        program = 'printf "mrc-fabric: error: a\\n  expected b\\n\\n  or c\\n" >&2; exit 3'
        self.assertEqual(self.said(3, program), (3, "mrc-fabric: error: a\n  expected b\n\n  or c\n"))

    def test_a_starter_that_is_not_there_is_named(self):
        status, words = self.said(2, "exit 0", MRC_MPIRUN="/no/such/mpirun")
        self.assertEqual(status, 127)
        self.assertIn("mrc: cannot start /no/such/mpirun: No such file or directory; expected", words)

    def test_no_line_of_one_rank_is_lost(self):
        self.assertEqual(self.said(3, 'if [[ $RANK == 1 ]]; then printf "a\\n\\na\\nb\\na" >&2; fi'), (0, "a\n\na\nb\na\n"))
        program = 'for ((i = -1; i < RANK; ++i)); do echo same >&2; done; echo "own $RANK" >&2'
        status, words = self.said(4, program)
        self.assertEqual(sorted(words.splitlines()), ["own 0", "own 1", "own 2", "own 3", *["same"] * 4])
        self.assertEqual(status, 0)

    def test_lines_are_whole(self):
        """Ranks write at once, and longer lines than a pipe takes in one piece."""
        program = 'for i in {1..40}; do printf "%s %s %05000d\\n" "$RANK" "$i" 7 >&2; done'
        status, words = self.said(3, program)
        expected = [f"{rank} {i} {7:05000d}" for rank in range(3) for i in range(1, 41)]
        self.assertEqual((status, sorted(words.splitlines())), (0, sorted(expected)))

    def test_the_end_comes_behind_the_last_words(self):
        program = 'for i in {1..3000}; do echo "line $i" >&2; done'
        expected = "".join(f"line {i}\n" for i in range(1, 3001))
        for _ in range(3):
            self.assertEqual(self.said(2, program), (0, expected))

    def test_ranks_of_another_machine_are_told_by_the_starter(self):
        """Nobody knows which rank says what there. Errors of the program come once, and other words as often as they are said."""
        program = 'echo "mrc-fabric: error: a" >&2; [[ $RANK != 1 ]] || printf "b\\nb\\nmrc-fabric: error: a\\n" >&2'
        for ranks in (2, 3):
            status, words = self.said(ranks, program, FAR="1")
            self.assertEqual((status, sorted(words.splitlines())), (0, ["b", "b", "mrc-fabric: error: a"]))

    def test_the_status_is_the_starters(self):
        for status in (0, 1, 124, 130):
            self.assertEqual(self.said(2, f"exit {status}"), (status, ""))
        self.assertEqual(self.said(1, "exit 9"), (-signal.SIGKILL, ""))

    @contextlib.contextmanager
    def listening(self, **how):
        """Starts a run by the starter that tells of signals; how: what Popen is told beside."""
        self.write("examples/mrc-fabric", "")
        with subprocess.Popen(
            [self.folder / "mrc", "2", "mrc-fabric"],
            stdout=subprocess.PIPE,
            text=True,
            env={**self.environment, "MRC_MPIRUN": str(self.folder / "listener")},
            **(how or {"start_new_session": True}),
        ) as run:
            try:
                yield run
            finally:
                run.kill()  # a run that has stopped would not end

    def test_each_signal_comes_once(self):
        """As a terminal sends one to all processes of a group, and as kill sends one to a process."""
        with self.listening() as run:
            self.assertEqual(run.stdout.readline(), "ready\n")
            os.killpg(run.pid, signal.SIGINT)
            self.assertEqual(run.stdout.readline(), "SIGINT\n")
            for name in ("SIGINT", "SIGHUP", "SIGUSR1", "SIGTERM"):
                run.send_signal(getattr(signal, name))
                self.assertEqual(run.stdout.readline(), f"{name}\n")
            self.assertEqual(run.wait(SECONDS), 5)
            self.assertEqual(run.stdout.read(), "")

    def test_ctrl_z_stops_the_run_and_fg_goes_on(self):
        """As a shell with jobs has it: the run has a group of its own in the session of the shell."""
        with self.listening(preexec_fn=os.setpgrp) as run:
            self.assertEqual(run.stdout.readline(), "ready\n")
            for _ in range(2):
                os.killpg(run.pid, signal.SIGTSTP)
                self.assertEqual(run.stdout.readline(), "SIGTSTP\n")
                _, status = os.waitpid(run.pid, os.WUNTRACED)
                self.assertTrue(os.WIFSTOPPED(status))
                self.assertEqual(os.WSTOPSIG(status), signal.SIGTSTP)
                os.killpg(run.pid, signal.SIGCONT)
                self.assertEqual(run.stdout.readline(), "SIGCONT\n")
            run.terminate()
            self.assertEqual(run.stdout.read(), "SIGTERM\n")

    def test_ctrl_z_stops_nothing_where_nobody_could_go_on(self):
        """The group of a session's only process, as in a container without a shell."""
        with self.listening() as run:
            self.assertEqual(run.stdout.readline(), "ready\n")
            os.killpg(run.pid, signal.SIGTSTP)
            time.sleep(0.2)
            self.assertEqual(os.waitpid(run.pid, os.WUNTRACED | os.WNOHANG), (0, 0))
            run.terminate()
            self.assertEqual(run.stdout.read(), "SIGTERM\n")

    def test_what_the_caller_ignores_stays_so(self):
        """As a script has its background jobs ignore SIGINT, and nohup(1) SIGHUP."""
        ignored = signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGTSTP

        def ignore():
            for number in ignored:
                signal.signal(number, signal.SIG_IGN)

        with self.listening(preexec_fn=ignore) as run:
            self.assertEqual(run.stdout.readline(), "ready\n")
            for number in ignored:
                run.send_signal(number)
            run.send_signal(signal.SIGUSR1)
            self.assertEqual(run.stdout.readline(), "SIGUSR1\n")
            run.kill()
            self.assertEqual(run.stdout.readline(), "SIGTERM\n")

    def test_sigcont_stays_ignored_behind_ctrl_z(self):
        def ignore():
            os.setpgrp()
            signal.signal(signal.SIGCONT, signal.SIG_IGN)

        with self.listening(preexec_fn=ignore) as run:
            self.assertEqual(run.stdout.readline(), "ready\n")
            os.killpg(run.pid, signal.SIGTSTP)
            self.assertEqual(run.stdout.readline(), "SIGTSTP\n")
            os.waitpid(run.pid, os.WUNTRACED)
            run.send_signal(signal.SIGCONT)
            self.assertEqual(run.stdout.readline(), "SIGCONT\n")  # that of the stop
            run.send_signal(signal.SIGCONT)
            time.sleep(0.2)
            run.terminate()
            self.assertEqual(run.stdout.read(), "SIGTERM\n")

    def test_the_starter_ends_with_the_command(self):
        with self.listening() as run:
            self.assertEqual(run.stdout.readline(), "ready\n")
            run.kill()
            self.assertEqual(run.stdout.readline(), "SIGTERM\n")


if __name__ == "__main__":
    unittest.main()
