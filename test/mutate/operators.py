# SPDX-License-Identifier: GPL-2.0-only
"""Which small wrong edits can be made of a line of C++?"""

import re

# pattern, replacement, name; each match on a line of code is a mutant
EDITS = (
    (r"(?<=\S) < (?=\S)", " <= ", "< becomes <="),
    (r"(?<=\S) <= (?=\S)", " < ", "<= becomes <"),
    (r"(?<=\S) > (?=\S)", " >= ", "> becomes >="),
    (r"(?<=\S) >= (?=\S)", " > ", ">= becomes >"),
    (r" == ", " != ", "== becomes !="),
    (r" != ", " == ", "!= becomes =="),
    (r" && ", " || ", "&& becomes ||"),
    (r" \|\| ", " && ", "|| becomes &&"),
    (r"(?<=[\w)\]]) \+ (?=[\w(])", " - ", "+ becomes -"),
    (r"(?<=[\w)\]]) - (?=[\w(])", " + ", "- becomes +"),
    (r"(?<=[\w)\]]) \* (?=[\w(])", " / ", "* becomes /"),
    (r" \+= ", " -= ", "+= becomes -="),
    (r"\+\+(?=m_|\w+[.\[])", "--", "++ becomes --"),
    (r"\bstd::min\b", "std::max", "min becomes max"),
    (r"\bstd::max\b", "std::min", "max becomes min"),
    (r"\btrue\b", "false", "true becomes false"),
    (r"\bfalse\b", "true", "false becomes true"),
    # one that declares something cannot be negated
    (r"\bif \((?=.*\)$)(?![\w:<>*& ]* [*&]?\w+(?: = |\{))(.*)\)$", r"if (!(\1))", "the condition is negated"),
    (r"^(\s+)(?:\w+(?:\.|->)){0,2}[A-Za-z_]\w*\(.*\);$", r"\1;", "the call is left out"),
    (r"^(\s+)(?:\w+(?:\.|->))*\w+ = .*;$", r"\1;", "the assignment is left out"),
    (r"^(\s+)return (?!.*\bfalse\b|.*\btrue\b)\w+;$", r"\1return {};", "returns nothing of it"),
    (r"(?<== )0;", "1;", "0 becomes 1"),
)

# not what a program does: messages, logs, help texts, templates, declarations
SKIPPED = re.compile(
    r"^\s*(//|\*|/\*|#|template|using|static_assert|case|namespace|typedef|NS_\w+\()|<<|\"|::Name\b"
)


def code_of(line):
    """Returns a line without its comment, or nothing if it is not to be changed."""
    return "" if SKIPPED.search(line) else line.split(" //")[0].rstrip()


def edits_of(line):
    """Yields (name, column, edited line) for each edit of a line."""
    code = code_of(line)
    for pattern, replacement, name in EDITS:
        for match in re.finditer(pattern, code):
            edited = code[: match.start()] + match.expand(replacement) + code[match.end() :]
            if edited != code:
                yield name, match.start(), edited
