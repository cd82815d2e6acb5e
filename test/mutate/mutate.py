#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Do the tests see small wrong edits of the code?

A mutant is one edit of one line. The mutant is compiled beside the build, alone or with the files that the build
compiles with it. A library of its own has the result. The tests of the build get that by LD_PRELOAD: neither the
tree nor the build changes. Tests run fastest first; the first that fails, crashes or takes five times as long as without
the edit kills the mutant. Mutants are listed in mutants.csv, with what came of them.
"""

import argparse
import concurrent.futures
import csv
import hashlib
import itertools
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile

import clauses
import operators

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = ROOT / "test" / "mutate" / "mutants.csv"
CLAUSES = LIST.with_name("clauses.csv")
GROUPS = (  # as many mutants of each
    ("helper", "model/adapter", "model/network", "model/run"),
    ("model/fabric", "model/face"),
    ("model/kernel",),
    ("model/workload",),
)
MUTANTS = 128  # in the list
COLUMNS = ("file", "line", "text", "column", "edit", "result", "by", "reason")
SLOWEST = 60  # seconds: tests that take longer are left out
WITHOUT = ("mrc-ci", "mrc-model-check", "mrc-model-replay", "mrc-mutate", "mrc-python", "mrc-tree")  # do not run the library, or a model
SINGLES = 20  # seconds that the single tests of a clause may take
GRACE = 10  # seconds that any test may take; a single unit test takes less than one
WAITS = 20  # times that by the clock: the machine may be busy, and a test may wait for nothing
FAST = 4  # seconds: tests that all mutants meet before slower ones
UNIT = "mrc-unit-tests"


def sites_of(path):
    """Yields a mutant for each edit of a file; a line is named by its text and its place among equals."""
    seen = {}
    for text in (ROOT / path).read_text().splitlines():
        line = seen[text.strip()] = seen.get(text.strip(), 0) + 1
        for edit, column, _ in operators.edits_of(text):
            yield {"file": path, "line": line, "text": text.strip(), "column": column, "edit": edit}


def in_turn(folders):
    """Yields the mutants of a group of folders, of each of its files in turn; always the same."""
    rank = lambda site: hashlib.sha1(repr(sorted(site.items())).encode()).hexdigest()
    files = sorted(
        str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).glob("*.cc")
    )
    queues = [sorted(sites_of(path), key=rank) for path in files]
    queues = sorted(filter(None, queues), key=lambda queue: rank(queue[0]))
    while any(queues):
        yield from [queue.pop(0) for queue in queues if queue]


def draw(count):
    """Returns so many mutants, as many of each group of folders, spread over its files; always the same."""
    return [
        mutant for folders in GROUPS for mutant in itertools.islice(in_turn(folders), count // len(GROUPS))
    ]


def fill(mutants):
    """Returns the list with new mutants in the place of those that are no C++, or have lost their lines."""
    known = {key_of(mutant) for mutant in mutants}
    kept = [mutant for mutant in mutants if mutant["result"] != "no C++" and edited(mutant) is not None]
    new = [(mutant for mutant in in_turn(folders) if key_of(mutant) not in known) for folders in GROUPS]
    of = lambda folders: sum(mutant["file"].startswith(folders) for mutant in kept)
    filled = list(kept)
    for folders, more in zip(GROUPS, new):
        filled += itertools.islice(more, max(0, MUTANTS // len(GROUPS) - of(folders)))
    return filled


def edited(mutant):
    """Returns the file's text with the edit, or None if the line is there no more."""
    if not (ROOT / mutant["file"]).exists():
        return None
    lines = (ROOT / mutant["file"]).read_text().splitlines()
    same = [i for i, line in enumerate(lines) if line.strip() == mutant["text"]]
    if len(same) < int(mutant["line"]):
        return None
    at = same[int(mutant["line"]) - 1]
    for edit, column, line in operators.edits_of(lines[at]):
        if edit == mutant["edit"] and column == int(mutant["column"]):
            return "\n".join(lines[:at] + [line] + lines[at + 1 :]) + "\n"
    return None


def members_of(file):
    """Returns the sources that a file of CMake's includes to compile them as one; of others none."""
    path = pathlib.Path(file)
    return re.findall(r'^#include "(.*)"$', path.read_text(), re.MULTILINE) if path.parent.name == "Unity" else []


def processor_time():
    """Returns the seconds that programs took that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Build:
    """A release build, for its objects and tests."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        self.out = self.folder / "mutate"
        self.out.mkdir(exist_ok=True)
        entries = json.loads((self.folder / "compile_commands.json").read_text())
        self.compile = {entry["file"]: entry for entry in entries}
        self.groups = {source: file for file in self.compile for source in members_of(file)}
        ninja = ["ninja", "-C", str(self.folder), "-t", "commands", "libmrc.so"]
        commands = subprocess.run(ninja, check=True, capture_output=True, text=True).stdout
        self.link = commands.splitlines()[-1]
        listed = ["ctest", "--test-dir", str(self.folder), "--show-only=json-v1"]
        tests = subprocess.run(listed, check=True, capture_output=True, text=True).stdout
        self.tests = [test for test in json.loads(tests)["tests"] if "command" in test]
        self.usual = self.usual_times()

    def usual_times(self):
        """Returns the seconds that each test took when ctest ran it in this build; of others nothing is known."""
        kept = self.folder / "Testing" / "Temporary" / "CTestCostData.txt"
        rows = (line.split() for line in kept.read_text().splitlines()) if kept.exists() else ()
        return {row[0]: float(row[2]) for row in rows if len(row) == 3 and int(row[1]) > 0}

    def limit(self, name):
        """Returns the seconds that a whole test may take with an edit; one that loops ends then."""
        return min(SLOWEST, GRACE + 5 * self.usual.get(name, SLOWEST))

    def library(self, mutant, text, place=""):
        """Compiles and links a mutant in a place of its own. Returns the library, or None if it does not compile."""
        source = ROOT / mutant["file"]
        folder = self.out / place
        folder.mkdir(exist_ok=True)
        copy, made, library = (folder / name for name in (source.name, "mutant.o", "libmrc.so"))
        copy.write_text(text)
        unit = pathlib.Path(self.groups.get(str(source), source))
        if unit != source:
            group = unit.read_text().replace(f'#include "{source}"', f'#include "{copy}"')
            copy = folder / unit.name
            copy.write_text(group)
        entry = self.compile[str(unit)]
        before = next(word for word in entry["command"].split() if word.endswith(unit.name + ".o"))
        if before not in self.link:  # the edit would change nothing
            sys.exit(f"{mutant['file']} is no part of libmrc.so; expected a file of the library")
        # -iquote: headers of the file's own folder
        command = entry["command"].replace(before, str(made)).replace(f"-c {unit}", f"-c {copy}")
        command += f" -w -O1 -iquote {source.parent}"
        if subprocess.run(command, shell=True, cwd=self.folder, capture_output=True).returncode != 0:
            return None
        link = self.link.replace(before, str(made)).replace("-o libmrc.so", f"-o {library}")
        subprocess.run(link, shell=True, cwd=self.folder, check=True, capture_output=True)
        return library

    def fails(self, test, seconds, library=None, single=None):
        """
        Returns whether a test fails, or takes more processor time than this: "" if not, its name if so. Of the
        unit tests the name is with that of the single test. If `single` is given, that one alone runs.
        """
        env = dict(os.environ, **({"LD_PRELOAD": str(library)} if library else {}))
        command, unit = list(test["command"]), test["name"] == UNIT
        if unit:
            command += ["--gtest_fail_fast"] + ([f"--gtest_filter={single}"] if single else [])
        where = next((p["value"] for p in test["properties"] if p["name"] == "WORKING_DIRECTORY"), None)
        limit = int(seconds) + 1
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            run = subprocess.Popen(
                command,
                env=env,
                cwd=where or self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output if unit else subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
            )
            try:
                failed = run.wait(WAITS * limit) not in (0, 77)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, 9)
                run.wait()
                failed = True
            if not failed:
                return ""
            output.seek(0)
            text = output.read()
        # one that crashed has only begun
        begun = re.findall(r"^\[ RUN +\] (\S+)", text, re.MULTILINE)[-1:]
        singles = re.findall(r"^\[  FAILED  \] ([^\s,]+)", text, re.MULTILINE) + begun
        return f"{UNIT}: {singles[0]}" if unit and singles else test["name"]

    def baseline(self):
        """Returns the tests that pass as things are with the seconds that they take, unit tests first."""
        stored = self.out / "baseline.json"
        if stored.exists() and stored.stat().st_mtime > (self.folder / "libmrc.so").stat().st_mtime:
            return json.loads(stored.read_text())
        times = {}
        for test in [test for test in self.tests if test["name"] not in WITHOUT]:
            before = processor_time()
            failed = self.fails(test, SLOWEST, self.folder / "libmrc.so")
            took = processor_time() - before
            print(f"{test['name']}: {'fails' if failed else ''} {took:.2f} s", flush=True)
            if not failed and took <= SLOWEST:
                times[test["name"]] = took
        # most of the classes have unit tests, all together as fast as one suite
        order = sorted(times.items(), key=lambda item: (item[0] != UNIT, item[1]))
        stored.write_text(json.dumps(dict(order)))
        return json.loads(stored.read_text())

    def killer(self, library, tests):
        """Returns the name of the first of these tests that sees the mutant, or nothing."""
        by_name = {test["name"]: test for test in self.tests}
        for name, seconds in tests.items():
            by = self.fails(by_name[name], GRACE + 5 * seconds, library)
            if by:
                return by
        return ""


def judge(build, mutant, tests):
    """Returns what comes of a mutant: result and test."""
    text = edited(mutant)
    if text is None:
        return {"result": "gone", "by": ""}
    library = build.library(mutant, text)
    if library is None:
        return {"result": "no C++", "by": ""}
    by = build.killer(library, tests)
    return {"result": "killed" if by else "survived", "by": by}


def read():
    with LIST.open(newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return list(rows)


def write(mutants):
    with LIST.open("w", newline="") as file:
        file.write("# SPDX-License-Identifier: GPL-2.0-only\n")
        rows = csv.DictWriter(file, COLUMNS, lineterminator="\n", restval="")
        rows.writeheader()
        rows.writerows(mutants)


def name_of(mutant):
    return f"{mutant['file']}: '{mutant['text']}': {mutant['edit']} ({mutant['result'] or 'to do'})"


def report(mutants):
    """Prints how many are killed, and the survivors. Returns whether all are judged and enough killed."""
    count = lambda result: sum(mutant["result"] == result for mutant in mutants)
    judged = count("killed") + count("survived")
    for mutant in mutants:
        if mutant["result"] == "survived":
            print(f"{name_of(mutant)}{': ' + mutant['reason'] if mutant['reason'] else ''}")
    share = 100 * count("killed") / judged if judged else 0
    left = count("")
    print(
        f"{len(mutants)} mutants: {count('killed')} of {judged} killed ({share:.1f} %), {count('no C++')} do not "
        f"compile, {count('gone')} are of lines that are gone, {left} to do"
    )
    return left == 0 and share >= 90


def key_of(mutant):
    return " ".join(str(mutant[column]) for column in COLUMNS[:5])


def resume(build, most):
    """Judges so many of those without a result; what is done is kept if this is interrupted."""
    mutants = read()
    baseline = build.baseline()
    fast = {name: took for name, took in baseline.items() if name == UNIT or took <= FAST}
    slow = {name: took for name, took in baseline.items() if name not in fast}
    stored = build.out / "passed-fast.json"
    passed = set(json.loads(stored.read_text())) if stored.exists() else set()
    groups = [[m for m in mutants if m["file"].startswith(folders)] for folders in GROUPS]
    turn = lambda mutant: next(group.index(mutant) for group in groups if mutant in group)
    left = sorted((mutant for mutant in mutants if not mutant["result"]), key=turn)[:most]
    for tests in (fast, slow):
        for mutant in left:
            if mutant["result"] or (tests is fast) == (key_of(mutant) in passed):
                continue
            found = judge(build, mutant, tests)
            if found["result"] == "survived" and tests is fast:
                passed.add(key_of(mutant))
                stored.write_text(json.dumps(sorted(passed)))
                print(name_of(mutant), "passes what is fast", flush=True)
                continue
            mutant.update(found)
            write(mutants)
            print(name_of(mutant), mutant["by"], flush=True)
    return report(mutants)


def again(build, mutant):
    """Judges a mutant by the test that killed it alone. Returns its result."""
    name, _, single = mutant["by"].partition(": ")
    library = build.library(mutant, edited(mutant), hashlib.sha1(key_of(mutant).encode()).hexdigest())
    if library is None:
        return "no C++"  # an edit that was compiled once
    test = next(test for test in build.tests if test["name"] == name)
    seconds = GRACE if single else build.limit(name)
    return "killed" if build.fails(test, seconds, library, single) else "survived"


def commit():
    """Returns the name of the commit, which says what a sample holds."""
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout


def sample(build, count):
    """Judges some that tests killed once more; the commit says which. Returns whether all are killed again."""
    killed = [mutant for mutant in read() if mutant["result"] == "killed" and edited(mutant)]
    chosen = random.Random(commit()).sample(killed, min(count, len(killed)))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda mutant: again(build, mutant), chosen))
    for mutant, result in zip(chosen, results):
        print(f"{'killed again' if result == 'killed' else result.upper()} {name_of(mutant)} {mutant['by']}", flush=True)
    return set(results) == {"killed"}


def first_that_compiles(build, clause, seed, known):
    """Returns an edit of a line that obeys a clause, judged by the clause's tests; None: no edit compiles."""
    for mutant in itertools.islice(clauses.sites_of(ROOT, clause, seed), clauses.TRIES):
        before = known.get(clauses.key_of(mutant), {})
        if before.get("result") == "killed":
            return before
        if before.get("reason") or before.get("result") == "no C++":
            continue
        mutant.update(clauses.judge(build, ROOT, mutant, edited(mutant), SINGLES), reason="")
        known[clauses.key_of(mutant)] = mutant
        if mutant["result"] != "no C++":
            return mutant
    return None


def new_clauses(build, count, seed):
    """Judges edits for so many clauses that the seed says, and keeps them. Returns whether all are killed."""
    known = {clauses.key_of(mutant): mutant for mutant in clauses.read(CLAUSES)}
    judged = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        one = lambda clause: first_that_compiles(build, clause, seed, known)
        for mutant in pool.map(one, clauses.order(ROOT, seed)[:count]):
            if mutant:
                judged.append(mutant)
                print(f"[{mutant['clause']}] {name_of(mutant)} {mutant['by']}", flush=True)
                clauses.write(CLAUSES, list(known.values()))
    killed = sum(mutant["result"] == "killed" for mutant in judged)
    print(f"{killed} of {len(judged)} killed")
    return killed == len(judged) > 0


def sample_clauses(build, count):
    """Judges some that a clause's tests killed once more; the commit says which. Returns whether all are killed."""
    tests = clauses.tests_of(ROOT)
    there = lambda mutant: mutant["clause"] in tests and edited(mutant)
    killed = [mutant for mutant in clauses.read(CLAUSES) if mutant["result"] == "killed" and there(mutant)]
    chosen = random.Random(commit()).sample(killed, min(count, len(killed)))
    once_more = lambda mutant: clauses.judge(build, ROOT, mutant, edited(mutant), SINGLES)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, found in zip(chosen, pool.map(once_more, chosen)):
            mutant.update(found)
            print(f"[{mutant['clause']}] {name_of(mutant)} {mutant['by']}", flush=True)
    return {mutant["result"] for mutant in chosen} == {"killed"}


def positive(text):
    """Reads a whole number above 0, for argparse."""
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError(f"'{text}'; expected a whole number, 1 .. 999999999")
    return int(text)


def read_options(arguments=None):
    """Returns the options of the command line."""
    words = __doc__.split("\n\n")[0] + " Without an option all of the list that have no result are judged: hours."
    parser = argparse.ArgumentParser(prog="./mrc mutate", description=words, allow_abbrev=False)
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--needs", action="store_true", help=argparse.SUPPRESS)  # print "build" if there has to be one
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--draw", type=positive, metavar="N", help="list N mutants anew, none of them judged")
    which.add_argument("--fill", action="store_true", help="draw others for those whose lines are gone")
    which.add_argument("--most", type=positive, metavar="N", help="judge N of the list, not all")
    which.add_argument("--sample", type=positive, metavar="N", help="try N that were killed once more")
    which.add_argument("--clauses", type=positive, metavar="N", help="try N edits of clauses that were killed once more")
    which.add_argument("--report", action="store_true", help="only say what is in mutants.csv and clauses.csv")
    parser.add_argument("--seed", metavar="WORD", help="with --clauses: draw N clauses by this word, into clauses.csv")
    options = parser.parse_args(arguments)
    if options.seed is not None and options.clauses is None:
        parser.error("--seed draws clauses; expected --clauses=N beside it")
    return options


def main():
    options = read_options()
    if options.needs:
        return print("" if options.draw or options.fill or options.report else "build")
    if options.draw:
        return write(draw(options.draw))
    if options.fill:
        return write(fill(read()))
    if options.report:
        clauses.report(ROOT, clauses.read(CLAUSES))
        return 0 if report(read()) else 1
    build = Build(options.build)
    if options.seed is not None:
        done = new_clauses(build, options.clauses, options.seed)
    elif options.clauses:
        done = sample_clauses(build, options.clauses)
    else:
        done = sample(build, options.sample) if options.sample else resume(build, options.most)
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main())
