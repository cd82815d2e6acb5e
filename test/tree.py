#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Puts the module into an ns-3 source tree, builds it there and runs its tests and examples.

Called by ./mrc tree. The tree gets a link, contrib/mrc, and keeps what it was configured with; only
the targets of this module are built. The last line on standard output is the result.
"""

import argparse
import collections
import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 37)  # Queue<Packet> of 3.36 is another one
RUN_SECONDS = 1800  # limit of one suite or example
PROFILES = "debug|default|optimized|release|minsizerel|relwithdebinfo"


class Problem(Exception):
    """What the user has to know, in a line or a few."""


def say(text):
    print("mrc:", text, file=sys.stderr, flush=True)


# --- the tree -------------------------------------------------------------------------------------


def read_version(tree):
    """The text of VERSION, such as 3.48 or 3-dev; a Problem unless this is a tree of ns-3."""
    expected = ("VERSION", "src/core", "ns3", "CMakeLists.txt")  # waf's trees lack the last two
    if not tree.is_dir():
        raise Problem(f"{tree} is no folder; expected an ns-3 source tree")
    missing = [name for name in expected if not (tree / name).exists()]
    if missing[:1] in (["VERSION"], ["src/core"]):
        inner = [str(path.parent.parent) for path in sorted(tree.glob("*/src/core"))]
        hint = f"; did you mean {' or '.join(inner)}?" if inner else ""
        raise Problem(f"{tree} is no ns-3 source tree, it has no {', no '.join(missing)}{hint}")
    version = (tree / "VERSION").read_text().strip()
    numbers = re.match(r"(\d+)\.(\d+)", version)
    if missing or (numbers and tuple(map(int, numbers.groups())) < OLDEST):
        raise Problem(f"{tree} is ns-3 {version}; 3.37 or later is needed")
    return version


def first_line(command):
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return result.stdout.partition("\n")[0].strip()


def numbers_of(version):
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def compiler():
    """Name in ns-3's files, command and version of the C++ compiler that CMake will take."""
    command = os.environ.get("CXX", "c++")
    kind = "Clang" if "clang" in first_line([command, "--version"]) else "GNU"
    option = "-dumpversion" if kind == "Clang" else "-dumpfullversion"
    return kind, command, first_line([command, option])


def check_tools(tree, version):
    """A Problem unless CMake and the compiler are as new as the tree itself asks for."""
    text = (tree / "CMakeLists.txt").read_text()
    kind, command, have_compiler = compiler()
    have_cmake = first_line(["cmake", "--version"]).rpartition(" ")[2]
    for tool, have, pattern in (
        ("cmake", have_cmake, r"cmake_minimum_required\(VERSION (\d+(?:\.\d+)*)"),
        (command, have_compiler, rf"set\({kind}_MinVersion ([\d.]+)\)"),
    ):
        needed = re.search(pattern, text)
        if not have:
            raise Problem(f"{tool} is missing; ns-3 {version} needs it")
        if needed and numbers_of(have) < numbers_of(needed[1]):
            raise Problem(f"ns-3 {version} needs {tool} {needed[1]} or later, this is {have}")


# --- contrib/mrc ----------------------------------------------------------------------------------


def describe(place):
    if place.is_symlink():
        return f"a link to {os.readlink(place)}"
    return "a folder" if place.is_dir() else "a file"


def put_in(tree):
    place = tree / "contrib" / "mrc"
    if place.exists() and place.samefile(ROOT):
        return
    if place.exists() or place.is_symlink():
        raise Problem(f"{place} is already there, {describe(place)}; move it away first")
    place.parent.mkdir(exist_ok=True)
    # a link and no copy: changes of either side are seen by both, and nothing is left behind
    place.symlink_to(ROOT, target_is_directory=True)
    say(f"{place} links to {ROOT}; ./mrc tree --remove {tree} takes it out")


def take_out(tree):
    place = tree / "contrib" / "mrc"
    if not place.is_symlink() or not place.exists() or not place.samefile(ROOT):
        there = f"is {describe(place)}" if place.exists() or place.is_symlink() else "is not there"
        raise Problem(f"{place} {there}, not a link to this module; nothing was removed")
    place.unlink()
    say(f"removed {place}; ./ns3 configure makes the tree forget it")


# --- configuration --------------------------------------------------------------------------------


def read_cache(tree):
    """The entries of the tree's CMakeCache.txt; empty if it is not configured."""
    cache = tree / "cmake-cache" / "CMakeCache.txt"
    if not cache.exists():
        return {}
    return dict(re.findall(r"^(\w+):\w+=(.*)$", cache.read_text(), re.MULTILINE))


def additions(cache):
    """What has to change in a configuration that the user made, so that the module is built."""
    changes = {}
    for name in ("NS3_ENABLED_MODULES", "NS3_FILTER_MODULE_EXAMPLES_AND_TESTS"):
        chosen = [module for module in cache.get(name, "").split(";") if module]
        if chosen and "mrc" not in chosen:
            changes[name] = ";".join(chosen + ["mrc"])
    off = [name for name in ("NS3_TESTS", "NS3_EXAMPLES") if cache.get(name) != "ON"]
    changes.update((name, "ON") for name in off)
    unity = os.environ.get("MRC_UNITY", cache.get("MRC_UNITY"))
    if unity != cache.get("MRC_UNITY"):
        changes["MRC_UNITY"] = unity
    if len(off) == 2:  # nobody asked for the others' tests and examples
        changes["NS3_FILTER_MODULE_EXAMPLES_AND_TESTS"] = "mrc"
    return changes


def environment():
    """That of ns-3's own script; another one changes flags, and so everything is compiled again."""
    # the script refuses this user name, also in a container where there is no other
    own = {key: value for key, value in os.environ.items() if key != "USER"}
    return {"CLICOLOR": "1", **own}


def run_logged(command, tree, log, what):
    log.write(f"$ {' '.join(map(str, command))}\n")
    log.flush()
    status = subprocess.run(command, cwd=tree, env=environment(), stdin=subprocess.DEVNULL,
                            stdout=log, stderr=subprocess.STDOUT).returncode
    if status != 0:
        raise Problem(f"{what} failed, see the log")


def configure(tree, log):
    cache = read_cache(tree)
    if not cache:
        say("configuring (optimized, this module and what it needs)")
        # ns-3.37 links its own tests of TCP against csma, and does not ask for that module
        run_logged(["./ns3", "configure", "-d", "optimized", "-G", "Ninja", "--enable-tests",
                    "--enable-examples", "--enable-modules=mrc,csma",
                    "--filter-module-examples-and-tests=mrc"], tree, log, "./ns3 configure")
        cache = read_cache(tree)
    if cache.get("CMAKE_GENERATOR") != "Ninja":
        raise Problem(f"{tree} is configured for {cache.get('CMAKE_GENERATOR')}; Ninja is needed: "
                      "./ns3 configure -G Ninja after ./ns3 clean")
    changes = additions(cache)
    if changes:
        shown = ", ".join(f"{name}={value}" for name, value in changes.items())
        say(f"adding to the tree's configuration: {shown}")
    # also without changes: CMake does not see that contrib/mrc is new
    run_logged(["cmake", *(f"-D{name}={value}" for name, value in changes.items()),
                "cmake-cache"], tree, log, "cmake")


# --- build ----------------------------------------------------------------------------------------


def examples(kind="cpp_examples"):
    """Those that stay runnable: command lines without the programs' folders."""
    listed = runpy.run_path(str(ROOT / "test" / "examples-to-run.py"))[kind]
    return [shlex.split(command) for command, run, *_ in listed if run == "True"]


def is_ours(line, tree):
    """A warning in the module's files, or in a library's code that they have inlined."""
    place = re.match(r"(\S+):\d+:\d+: warning: ", line)
    if not place:
        return False
    path = Path(os.path.abspath(tree / "cmake-cache" / place[1]))
    return path.name.startswith("mrc-") or tree not in path.parents


def build(tree, targets, log, warnings):
    """Builds; counts the warnings for each object of this module that is compiled."""
    # ./ns3 build takes one core fewer than it is told, so CMake itself
    command = ["cmake", "--build", "cmake-cache", "--target", *targets]
    process = subprocess.Popen(command, cwd=tree, env=environment(), text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
    current = None
    for line in process.stdout:
        line = re.sub(r"\x1b\[[\d;]*[mK]", "", line)  # colours
        log.write(line)
        step = re.match(r"\[(\d+)/(\d+)\] (?:Building CXX object (\S+))?", line)
        if step:
            current = step[3] if step[3] and step[3].startswith("contrib/mrc/") else None
            if current:
                warnings[current] = 0
            if sys.stderr.isatty():
                print(f"\rmrc: building [{step[1]}/{step[2]}] ", end="", file=sys.stderr)
        elif current and is_ours(line, tree):
            warnings[current] += 1
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if process.wait() != 0:
        raise Problem("the build failed, see the log")


def remember_warnings(tree, warnings):
    """The module's warnings of this and earlier builds: an object is not compiled each time."""
    memory = tree / "cmake-cache" / "mrc-warnings.json"
    known = json.loads(memory.read_text()) if memory.exists() else {}
    known.update(warnings)
    memory.write_text(json.dumps(known, indent=1))
    return sum(known.values())


def build_and_count(tree, targets, log):
    """Builds; returns the number of the module's warnings. Those of a build that stops are kept: the
    next one does not compile its objects again."""
    built = {}
    try:
        build(tree, targets, log, built)
    finally:
        warnings = remember_warnings(tree, built)
    return warnings


def foreign_headers(tree):
    """ns-3 headers from outside the tree, an installed ns-3's, that the module was built with."""
    result = subprocess.run(["ninja", "-C", "cmake-cache", "-t", "deps"], cwd=tree, check=True,
                            capture_output=True, text=True)
    found = collections.defaultdict(set)
    current = None
    own = tuple(str(path) for path in (tree, tree.resolve(), ROOT))
    for line in result.stdout.splitlines():
        if not line.startswith(" "):
            current = line.partition(":")[0]
        elif current and current.startswith("contrib/mrc/"):
            path = os.path.normpath(tree / "cmake-cache" / line.strip())
            if "/ns3/" in path and not path.startswith(own):
                found[path].add(current)
    return found


# --- runs -----------------------------------------------------------------------------------------


def programs(tree):
    """Paths of the built programs by the name of their target, and what else the tree tells."""
    lock = runpy.run_path(str(next(tree.glob(".lock-ns3_*_build"))))
    found = {}
    for path in lock["ns3_runnable_programs"]:
        name = re.fullmatch(rf"ns3?[\w.]*?(?:-dev)?-(.+?)(?:-({PROFILES}))?", Path(path).name)
        if name and ("/contrib/mrc/" in path or name[1] == "test-runner"):
            found[name[1]] = path
    return found, lock


def python_commands(lock):
    """Command lines of the Python examples, if the tree is configured with bindings."""
    if not lock.get("ENABLE_PYTHON_BINDINGS"):
        return []
    front = ["env", f"PYTHONPATH={lock['out_dir']}/bindings/python", lock["PYTHON"][0]]
    return [[*front, str(ROOT / "examples" / name), *more]
            for name, *more in examples("python_examples")]


def suites(runner, tree):
    """The module's suites; a Problem if one of its files is in no program."""
    listed = subprocess.run([runner, "--list"], cwd=tree, check=True, capture_output=True,
                            text=True).stdout.split()
    built = sorted(name for name in listed if re.match(r"mrc(-|$)", name))
    there = {path.name[:-len("-test-suite.cc")] for path in ROOT.glob("test/*-test-suite.cc")}
    if there - set(built):
        raise Problem(f"suites were not built: {', '.join(sorted(there - set(built)))}")
    return built


def passes(label, command, tree, log):
    log.write(f"$ {' '.join(command)}\n")
    log.flush()
    try:
        status = subprocess.run(command, cwd=tree, stdin=subprocess.DEVNULL, stdout=log,
                                stderr=subprocess.STDOUT, timeout=RUN_SECONDS).returncode
    except subprocess.TimeoutExpired:
        status = f"still running after {RUN_SECONDS} s"
    if status != 0:
        say(f"FAIL {label} ({status})")
    return status == 0


def standard(tree):
    """C++ standard that the module was compiled for, such as C++23."""
    commands = json.loads((tree / "cmake-cache" / "compile_commands.json").read_text())
    own = next(entry for entry in commands if "contrib/mrc/" in entry["file"])
    flag = re.search(r"-std=(?:c|gnu)\+\+(\w+)", own["command"])
    return f"C++{flag[1]}" if flag else "the compiler's C++"


def check(tree, log):
    """Everything in order; returns whether all is well."""
    version = read_version(tree)
    check_tools(tree, version)
    put_in(tree)
    configure(tree, log)
    commands = examples()
    say(f"building in {tree / 'cmake-cache'} (log: {log.name})")
    targets = ["test-runner", *sorted({command[0] for command in commands})]
    warnings = build_and_count(tree, targets, log)
    foreign = foreign_headers(tree)
    for header, objects in sorted(foreign.items()):
        say(f"FAIL {header} is another ns-3's header, used by {sorted(objects)[0]}: "
            "name its module in LIBRARIES_TO_LINK")
    paths, lock = programs(tree)
    say("running tests and examples")
    runner = paths["test-runner"]
    good_suites = [passes(name, [runner, f"--suite={name}", "--verbose"], tree, log)
                   for name in suites(runner, tree)]
    good_examples = [passes(" ".join(command), [paths[command[0]], *command[1:]], tree, log)
                     for command in commands]
    good_examples += [passes(" ".join(command), command, tree, log)
                      for command in python_commands(lock)]
    results = good_suites + good_examples
    kind, _, number = compiler()
    print(f"ns-{version} ({lock['BUILD_PROFILE']}, {standard(tree)}, {kind} {number}): "
          f"{sum(good_suites)} suites, {sum(good_examples)} examples passed, "
          f"{results.count(False) + len(foreign)} failed, {warnings} warnings of ours")
    return all(results) and not foreign and warnings == 0


def main():
    parser = argparse.ArgumentParser(prog="./mrc tree", usage="./mrc tree [--remove] DIR")
    parser.add_argument("tree", metavar="DIR", type=Path, help="top folder of an ns-3 source tree")
    parser.add_argument("--remove", action="store_true", help="take the module out again")
    arguments = parser.parse_args()
    tree = Path(os.path.abspath(arguments.tree))
    try:
        if arguments.remove:
            read_version(tree)
            take_out(tree)
            return 0
        folder = ROOT / "build"
        folder.mkdir(exist_ok=True)
        with open(folder / f"tree-{tree.name}.log", "w", encoding="utf-8") as log:
            try:
                return 0 if check(tree, log) else 1
            finally:
                if log.tell() > 0:
                    say(f"log: {log.name}")
    except Problem as problem:
        say(problem)
        return 1


if __name__ == "__main__":
    sys.exit(main())
