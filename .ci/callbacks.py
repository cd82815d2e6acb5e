#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Knows from the headers what trace sources and callbacks hand over: structs and enums, theirs included.

usage: callbacks.py         fails for an enum that cannot be printed, and for what has no description
       callbacks.py --rst   prints what doc/reference.rst says about them
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# a function pointer that a trace source names, and what a class of the user's own is handed
CALLBACKS = [r"typedef void \(\*\w+Callback\)\(([^)]*)\);", r"virtual void See\(([^)]*)\) = 0;"]
COMMENT = r"(?:/\*\*(?P<before>(?:(?!\*/).)*)\*/\s*)?"
BEHIND = r"(?:[ ]*//!< (?P<behind>[^\n]*(?:\n\s*//!< [^\n]*)*))?"
FIELD = re.compile(
    rf"{COMMENT}\n[ ]+(?P<type>[\w:<>, ]+[\w>&])\s+(?P<name>\w+)(?:\{{[^;]*\}})?;{BEHIND}", re.DOTALL
)
VALUE = re.compile(rf"{COMMENT}\n[ ]+(?P<name>[A-Z]\w*)(?: = [^,\n]+)?,?{BEHIND}(?=\n|$)", re.DOTALL)


def words(*comments):
    """Returns the text of the first comment that there is, without its marks and line breaks."""
    text = next((comment for comment in comments if comment), "")
    return re.sub(r"(\s*\n\s*(\*|//!<)?)+\s*", " ", text).strip()


def types_of(text, kind, member):
    """Returns name -> (description, [(member, type, description)]) of the structs or enums of a text."""
    found = {}
    pattern = rf"/\*\*((?:(?!\*/).)*)\*/\n{kind} (\w+)[^\n;{{]*\n\{{(.*?)\n\}};"
    for comment, name, body in re.findall(pattern, text, re.DOTALL):
        members = [
            (m["name"], m.groupdict().get("type") or "", words(m["behind"], m["before"]))
            for m in member.finditer(re.sub(r"\n\n    /\*\*(?:(?!\*/).)*\*/\n[^\n;]*\([^\n]*\n    \{.*?\n    \}", "", body, flags=re.DOTALL))
        ]
        found[name] = (words(comment), members)
    return found


def named(text, known):
    """Returns which known types a piece of C++ names."""
    return [word for word in re.findall(r"\w+", text) if word in known]


class Headers:
    """The types of all headers, and those that callbacks reach."""

    def __init__(self):
        paths = [*ROOT.glob("model/*/*.h"), *ROOT.glob("helper/*.h")]
        self.text = "\n".join(path.read_text() for path in sorted(paths))
        self.structs = types_of(self.text, "struct", FIELD)
        self.enums = types_of(self.text, r"enum(?: class)?", VALUE)
        reached = set()
        for pattern in CALLBACKS:
            for arguments in re.findall(pattern, self.text):
                self.reach(arguments, reached)
        self.reached_structs = sorted(reached & set(self.structs))
        self.reached_enums = sorted(reached & set(self.enums))

    def reach(self, text, reached):
        for name in named(text, {**self.structs, **self.enums}):
            if name not in reached:
                reached.add(name)
                for _, kind, _ in self.structs.get(name, ("", []))[1]:
                    if "&" not in kind:  # what is referred to has a class of its own
                        self.reach(kind, reached)

    def errors(self):
        for name in self.reached_enums:
            if not re.search(rf"operator<<\(std::ostream& \w+, (?:\w+::)?{name} \w+\)", self.text):
                yield f"enum {name} comes in a callback; expected std::ostream& operator<< in its header"
        for name in self.reached_structs + self.reached_enums:
            description, members = self.structs.get(name) or self.enums[name]
            if not members:
                yield f"{name} comes in a callback; this script finds nothing in it"
            for member, _, text in [("itself", "", description), *members]:
                if not text:
                    yield f"{name}: {member} comes in a callback; expected a comment that says what it is"

    def rst(self):
        """Yields lines of the document."""
        title = "What callbacks hand over"
        yield from (title, "=" * len(title), "")
        yield "An ``Instant`` and a ``Span`` are simulated times: their ``Ps()`` is in picoseconds. Enums are printed by name."
        yield ""
        for name in self.reached_structs + self.reached_enums:
            description, members = self.structs.get(name) or self.enums[name]
            kind = "struct" if name in self.structs else "enum"
            full = f"ns3::mrc::{name}"
            yield from (full, "*" * len(full), "", f"A {kind}. {description}" if kind == "struct" else f"An {kind}. {description}", "")
            for member, type_, text in members:
                yield f"``{member}``"
                yield from (f"   {text}{'' if text.endswith('.') else '.'}", "")
                if type_:
                    yield from (f"   ``{type_}``", "")


def main():
    headers = Headers()
    if sys.argv[1:] == ["--rst"]:
        print("\n".join(headers.rst()))
        return 0
    errors = list(headers.errors())
    print("\n".join(errors), file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
