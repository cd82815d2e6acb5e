#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does each file include what it names of the precompiled header (cmake/precompile.cmake)?

Builds of CI compile the module with that header (MRC_PCH), which hides a missing include. Others must build too: a
tree of ns-3, and `cmake --preset release`, which does without. A file of the module has to reach, by its
own includes, the header that defines each name below that it uses. What a standard header brings along is
the compiler's to say.

    .ci/includes.py          # check; the status is 1 if something is missing
    .ci/includes.py ROOT     # the same with the files of another folder, for the test
"""

import functools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

NS3 = pathlib.Path(os.environ.get("MRC_NS3_HEADERS", "/usr/include/ns3"))
FOLDERS = ("model", "helper", "examples/validation")
STD = r"\bstd::"
# header of the list: names of it, and the files that may define them, the ends of their paths
NAMES = {
    "algorithm": (
        STD + r"(sort|stable_sort|find|find_if|find_if_not|count|count_if|min_element|max_element|minmax|clamp|"
        r"upper_bound|equal_range|binary_search|copy_if|reverse|rotate|transform|all_of|any_of|none_of|for_each|"
        r"remove|remove_if|unique|nth_element|is_sorted|includes|merge|partition|stable_partition|shuffle|"
        r"set_(?:union|intersection|difference)|adjacent_find|search|generate|replace|next_permutation)\s*[(<]",
        ("bits/stl_algo.h",),
    ),
    "filesystem": (STD + r"filesystem::\w", ("bits/fs_path.h",)),
    "fstream": (STD + r"[io]?fstream\s*[({\w]", ("fstream",)),
    "functional": (STD + r"function\s*<", ("bits/std_function.h",)),
    "map": (STD + r"(map|multimap)\s*<", ("bits/stl_map.h", "bits/stl_multimap.h")),
    "memory": (
        STD + r"(unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared|enable_shared_from_this)\s*<",
        ("bits/unique_ptr.h", "bits/shared_ptr.h"),
    ),
    "set": (STD + r"(set|multiset)\s*<", ("bits/stl_set.h", "bits/stl_multiset.h")),
    "sstream": (STD + r"[io]?stringstream\s*[({\w]", ("sstream",)),
    "string": (STD + r"(string\b(?!\s*&)|to_string|stoul|stoull|stod|stoi)", ("bits/basic_string.h",)),
    "vector": (STD + r"vector\s*<", ("bits/stl_vector.h",)),
    "ns3/boolean.h": (r"\bBooleanValue\b", ("ns3/boolean.h",)),
    "ns3/config.h": (r"(?<!:)\bConfig::\w", ("ns3/config.h",)),
    "ns3/double.h": (r"\bDoubleValue\b", ("ns3/double.h",)),
    "ns3/log.h": (r"\bNS_LOG_\w+", ("ns3/log.h",)),
    "ns3/node.h": (r"\bCreateObject<Node>|(?<!:)\bNode::", ("ns3/node.h",)),
    "ns3/packet.h": (r"\bCreate<Packet>|(?<!:)\bPacket::", ("ns3/packet.h",)),
    "ns3/pointer.h": (r"\bPointerValue\b", ("ns3/pointer.h",)),
    "ns3/simulator.h": (r"(?<!:)\bSimulator::", ("ns3/simulator.h",)),
    "ns3/string.h": (r"\bStringValue\b", ("ns3/string.h",)),
    "ns3/test.h": (r"\bNS_TEST_\w+", ("ns3/test.h",)),
    "ns3/uinteger.h": (r"\bUintegerValue\b", ("ns3/uinteger.h",)),
}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
# of ones that only pass such values on a declaration is enough
FORWARD = re.compile(r"^[ \t]*(?:class|struct|enum class) \w+;", re.MULTILINE)


def code_of(text):
    """Returns a text without comments, strings, directives and forward declarations."""
    text = re.sub(r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.DOTALL)
    return FORWARD.sub("", re.sub(r"^[ \t]*#.*", "", text, flags=re.MULTILINE))


@functools.lru_cache(None)
def reached_by(header):
    """Returns the paths of all files that a header of the compiler's, or of a library, brings along."""
    with tempfile.NamedTemporaryFile("w", suffix=".cc") as source:
        source.write(f"#include <{header}>\n")
        source.flush()
        run = subprocess.run(
            [os.environ.get("CXX", "g++"), "-std=c++17", "-M", source.name], capture_output=True, text=True, check=False
        )
    return frozenset(run.stdout.replace("\\\n", " ").split()[1:]) if run.returncode == 0 else frozenset()


@functools.lru_cache(None)
def brings(header, ends):
    """Returns whether a header of the compiler's, or of a library, brings along a file that ends so."""
    return any(path.endswith(ends) for path in reached_by(header))


class Files:
    """The module's files, and what each reaches."""

    def __init__(self, root):
        self.paths = sorted(
            path for top in FOLDERS for path in (root / top).rglob("mrc-*") if path.suffix in (".cc", ".h")
        )
        self.texts = {path: path.read_text() for path in self.paths}
        self.headers = {path.name: path for path in self.paths if path.suffix == ".h"}
        self.known = {}
        self.read = {}

    def text(self, path):
        return self.texts[path] if path in self.texts else path.read_text(errors="replace")

    def inner(self, name, path):
        """Returns the module's or ns-3's file that an include of a file means, or nothing."""
        base = name.rpartition("/")[2]
        if (name.startswith("ns3/") or "/" not in name or name.startswith(".")) and base in self.headers:
            return self.headers[base]
        if name.startswith("ns3/") or path.parent == NS3:
            return NS3 / base if (NS3 / base).is_file() else None
        return None

    def includes(self, path):
        """Returns (name, the module's or ns-3's file or nothing) of each include of a file, which is read once."""
        if path not in self.read:
            self.read[path] = [(name, self.inner(name, path)) for name in INCLUDE.findall(self.text(path))]
        return self.read[path]

    def reach(self, path):
        """Returns the files of ours and of ns-3, and the others' headers, that a file reaches."""
        if path in self.known:
            return self.known[path]
        seen, others, wait = {path}, set(), [path]
        while wait:
            for name, next_one in self.includes(wait.pop()):
                if next_one is None:
                    others.add(name)
                elif next_one not in seen:
                    seen.add(next_one)
                    wait.append(next_one)
        self.known[path] = seen, others
        return self.known[path]

    def has(self, path, ends):
        """Returns whether a file reaches one of those that end so."""
        seen, others = self.reach(path)
        slashed = tuple(f"/{end}" for end in ends)
        matches = lambda name: f"/{name}".endswith(slashed)
        if any(matches(each) for each in seen) or any(matches(name) for name in others):
            return True
        return any(brings(name, slashed) for name in others)


def missing(root):
    """Returns what is missing, a line each."""
    files = Files(root)
    found = []
    for path in files.paths:
        code = code_of(files.text(path))
        for header, (names, ends) in NAMES.items():
            use = re.search(names, code)
            if use and not files.has(path, ends):
                found.append(f"{path.relative_to(root)}: uses {use[0].strip()} without <{header}>")
    return found


def unknown(root):
    """Returns the headers of the precompiled one that no line above has names of."""
    text = (root / "cmake/precompile.cmake").read_text()
    listed = set(re.findall(r"^ *<(?!ns3/mrc-)([\w./-]+)>$", text, re.MULTILINE))
    return [f"cmake/precompile.cmake: <{name}> has no names in .ci/includes.py" for name in sorted(listed - NAMES.keys())]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]).resolve()
    problems = missing(root) + (unknown(root) if len(sys.argv) < 2 else [])
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
