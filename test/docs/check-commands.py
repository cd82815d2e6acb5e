#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the commands that README.md and the documents show, and compares what is shown below them.

A command is a line of a literal block that begins with ./mrc run, ./mrc sweep, ./mrc report, utils/ or tshark. What
follows in its block after `$ COMMAND`, or after an empty line, is output: each line of it up to one that is
"..." must be printed. A program that is shown several times runs once. One that is an example, without output, does not
run here, as .ci/run runs all examples. Of documents that show no output, but have a command to run, the present commit
draws half. Of the groups of commands in LONG, which take some ten seconds or more, one is drawn (CONTRIBUTING.md). Each document that
was drawn must have had a command run. Argument: the folder of the built examples."""

import importlib.util
import os
import pathlib
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/command-line"))
import drawn  # noqa: E402

RUNNERS = ("./mrc run ", "./mrc sweep ", "./mrc report ", "utils/", "tshark -")
# document or command: why it is not run here
SKIPPED = {
    "doc/validation.rst": "minutes each; CI runs a third of them shorter, by ./mrc reproduce --short --drawn",
    "my-script": "a script of the reader's own; .ci/run has one",
    "ring_of_5.dot": "comes to a deadlock and ends with status 1; mrc-command-line runs it",
    "--ranks=": "needs a build with MPI; mrc-ranks compares such runs",
    "mrc-first.py": "mrc-python runs it",
    "sent.cm": "sed makes that file",
}
LONG = (  # seconds on one processor: 59, 9, 27 and 21
    ("./mrc run mrc-convergence",),
    ("./mrc run mrc-clustermapper --seeds=1 --stride=4",),
    ("./mrc run mrc-tutorial.py tutorial-py", "utils/mrc-plot.py tutorial-py python.svg --fault=t1:0.3@400us..1ms"),
    ("./mrc run mrc-job-life", "./mrc run mrc-job-life --seeds=20 --csv=days", "./mrc report days"),
)
PLACEHOLDERS = {"FILE.cm": "perm_32n_32c_2MB.cm", "FOLDER": "folder"}
HAS_WHEEL = importlib.util.find_spec("ns") or "MRC_CI" in os.environ
MISSING = 77  # the status of a program that lacks a Python package
CHANGING = ("ns-3 ",)  # the release differs from machine to machine
EXAMPLES = [  # that .ci/run runs by themselves
    shlex.split(command)
    for command, run, _ in runpy.run_path(str(ROOT / "test/examples-to-run.py"))["cpp_examples"]
    if run == "True" and command.split()[0] not in ("mrc-job-life", "mrc-plan", "mrc-srv6", "mrc-srv6-tcp")
]


def literal_blocks(text):
    """Returns the literal blocks of a document, each without its indentation, as lists of lines."""
    fenced = re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    indented = re.findall(r"::\n\n((?:(?: {4}.*)?\n)+)", text)
    blocks = [block.replace("\n    ", "\n")[4:] for block in indented] + fenced
    return [block.replace("\\\n", " ").rstrip().split("\n") for block in blocks]


def commands(lines):
    """Returns (command, expected output) of each command in a literal block."""
    found = []
    takes_output = False
    for line in lines:
        shown = line[2:] if line.startswith("$ ") else line
        if shown.startswith(RUNNERS):
            found.append((re.split(r"\s+# ", shown)[0].strip(), []))
            takes_output = line.startswith("$ ")
        elif not line:
            takes_output = bool(found)
        elif takes_output and line != "...":
            found[-1][1].append(line)
        else:
            takes_output = False
    return found


def argv(command, folder):
    """Returns the words to execute."""
    for name, value in PLACEHOLDERS.items():
        command = re.sub(rf"\b{re.escape(name)}\b", value, command)
    words = shlex.split(command)
    if words[:2] == ["./mrc", "sweep"]:
        return ["python3", str(ROOT / "utils/mrc-sweep.py"), f"--examples={folder}", *words[2:]]
    if words[:2] == ["./mrc", "report"]:
        return ["python3", str(ROOT / "utils/mrc-report.py"), *words[2:]]
    if words[0] == "./mrc" and words[2].endswith(".py"):
        return ["python3", str(ROOT / "examples" / words[2]), *words[3:]]
    return [f"{folder}/{words[2]}", *words[3:]] if words[0] == "./mrc" else words


def run_once(words, scratch, known):
    """Runs the words of a command, unless it is known how they end. Returns how."""
    key = tuple(words)
    if key not in known:
        known[key] = subprocess.run(
            words,
            cwd=scratch,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=600,
            check=False,
        )
    return known[key]


def check(expected, run):
    """Returns what is wrong with how a command ended, empty if nothing is."""
    if run.returncode == MISSING and "MRC_CI" not in os.environ:
        print(f"left out: {run.stderr.strip()}")
        return []
    if run.returncode != 0:
        return [f"status {run.returncode}: {run.stderr.strip()}"]
    printed = [line.rstrip() for line in run.stdout.splitlines()]
    missing = [line for line in expected if line.rstrip() not in printed]
    return [f"not printed: {line}" for line in missing if not line.startswith(CHANGING)]


def shown():
    """Returns (document, command, expected output) of all commands that are shown."""
    found = []
    for document in [ROOT / "README.md", *sorted((ROOT / "doc").glob("*.rst"))]:
        name = str(document.relative_to(ROOT))
        for block in literal_blocks(document.read_text()):
            found += [(name, *pair) for pair in commands(block)]
    return found


def left_out(document, command, expected):
    """Returns why a command is not run, or nothing."""
    for what, why in SKIPPED.items():
        if what == document or what in command:
            return why
    if not expected and command.startswith("./mrc run ") and shlex.split(command)[2:] in EXAMPLES:
        return "it is an example, which .ci/run runs"
    mine = drawn.drawn(LONG, 1, what="long commands")
    if any(command in group for group in LONG) and not any(command in group for group in mine):
        return "takes long, and the present commit does not draw it"
    if ".py " in command and "-py" in command and not HAS_WHEEL:
        return "ns-3's wheel is not installed"
    return "" if command[0] != "t" or shutil.which("tshark") else "there is no tshark"


def drawing(found):
    """Returns the documents without any output that have a command to run: those that the present commit draws, and
    those that it leaves out."""
    with_output = {name for name, _, expected in found if expected}
    without = sorted({row[0] for row in found if not left_out(*row)} - with_output)
    mine = set(drawn.drawn(without, -(-len(without) // 2), what="documents"))
    return mine, set(without) - mine


def main():
    """Runs the commands."""
    folder = pathlib.Path(sys.argv[1]).resolve()
    failures = count = others = 0
    reached = set()
    known = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("doc", "examples", "utils"):
            pathlib.Path(scratch, name).symlink_to(ROOT / name)
        found = shown()
        mine, later = drawing(found)
        for name, command, expected in found:
            why = left_out(name, command, expected) or ("another commit draws its document" if name in later else "")
            if why:
                print(f"{name}: left out: {command} ({why})")
                continue
            count += 1
            others += name not in mine
            reached.add(name)
            wrong = check(expected, run_once(argv(command, folder), scratch, known))
            print(f"{name}: {'FAILS' if wrong else 'works'}: {command}")
            print("".join(f"    {line}\n" for line in wrong), end="")
            failures += bool(wrong)
    print(f"{count} commands, {failures} of them fail; {count - others} are of documents drawn: {', '.join(sorted(mine))}")
    return 1 if failures or others < 10 or not mine or mine - reached else 0


if __name__ == "__main__":
    sys.exit(main())
