#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Finds sentences of comments, documents, help texts and messages that have more words than a reader holds.

Also finds riddles in comments: `who`, `whom` and `whose`, and sentences that begin with `It` or `Its`. A noun is to
stand in their place.

    .ci/sentences.py [PATH...]    # names each, of files with names that begin with a PATH; the status is 1 if there is one
"""

import io
import pathlib
import re
import subprocess
import sys
import tokenize

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = 25  # words
PROSE = re.compile(r"\.(h|cc|pml|py|lua|sh|sbatch|toml|rst|md|cmake)$|(^|/)(wscript|CMakeLists\.txt)$")
GENERATED = ("doc/clauses.rst", "doc/reference.rst")  # of texts that stand elsewhere
ENDS = re.compile(r"(?<=[.!?])[)\"'”*`]*\s+(?=[A-Z0-9`@*\"'(:_<a-z])")
MARK = re.compile(r"^\s*(?:@\w+(?:\[\w+\])?|[-*+]\s|\d+[.)]\s|#\.\s|\|)")
TABLE = re.compile(r"\S   +\S|\|-|-\||\|  |^[\d .]+\|")  # a row of numbers, a line of a drawing
TOKEN_OF_CODE = re.compile(  # a comment, or what may hold the signs of one: a string, a number, a character
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:[^"\\]|\\.)*"|\b\d[\w.\']*|\'(?:[^\'\\]|\\.)+\'', re.S
)
NOTE = re.compile(r"\.\. (?:note|warning|tip|important|admonition|list-table)::\s*(.*)$")
TAG = r"(?:@t?param\S* +\w+(?:, \w+)* |@(?!t?param)\w+ )?"  # of Doxygen, in front of a sentence
RIDDLE = re.compile(rf"\b([Ww]ho(?:m|se|ever)?)\b|^{TAG}[(\"'*]*([Ii]t(?:s|self)?)\b")
ABBREVIATIONS = ("e.g.", "i.e.", "cf.", "sec.", "Sec.", "Fig.", "Figs.", "vs.", "No.", "approx.")


def together(comments):
    """Yields (line, lines) for comments (line, column, alone, lines) that follow one another as one text.

    A comment without code on its line goes on with the comment of the line above. A comment behind code goes on
    only with comments that begin in its column.
    """
    block, start, column_of_code = [], 0, None
    for line, column, alone, lines in comments:
        follows = block and alone and line == start + len(block) and column_of_code in (None, column)
        if not follows:
            if block:
                yield start, block
            block, start, column_of_code = [], line, None if alone else column
        block += lines
    if block:
        yield start, block


def comments_of_code(text):
    """Yields (line, column, alone, lines) for each comment of a C++ file."""
    for match in TOKEN_OF_CODE.finditer(text):
        token = match[0]
        if not token.startswith(("//", "/*")):
            continue
        begin = text.rfind("\n", 0, match.start()) + 1
        before = text[begin : match.start()]
        line = text.count("\n", 0, begin) + 1
        if token.startswith("//"):
            yield line, len(before), not before.strip(), [token.lstrip("/<!").strip()]
        else:
            inner = re.sub(r"^/\*[*!]?<?|\*/$", "", token)
            yield line, -1, False, [each.strip().lstrip("*").strip() for each in inner.splitlines()]


def blocks_of_code(text):
    """Returns (line, lines) for each comment of a C++ file."""
    return together(comments_of_code(text))


def blocks_of_python(text):
    """Yields (line, lines) for each comment and docstring of a Python file."""
    comments = []
    fresh = True  # at the start of a statement: a string there is a docstring
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            alone = token.line.strip().startswith("#")
            comments.append((*token.start, alone, [token.string.lstrip("#! ")]))
        elif token.type == tokenize.STRING and fresh:
            yield token.start[0], [line.strip() for line in token.string.strip("rf\"'").splitlines()]
            fresh = False
        elif token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            fresh = True
        elif token.type != tokenize.NL:
            fresh = False
    yield from together(comments)


def comments_of_lines(text, sign):
    """Yields (line, column, alone, lines) for each comment of a file where a comment goes from a sign to the line's end."""
    first, behind = re.compile(rf"^\s*(){sign}(?!SBATCH)(.*)$"), re.compile(rf"\s(){sign}\s(.*)$")
    for number, line in enumerate(text.splitlines(), 1):
        match = first.search(line) or behind.search(line)
        before = line[: match.start(1)] if match else ""
        if match and before.count('"') % 2 == 0 and before.count("'") % 2 == 0:
            yield number, len(before), not before.strip(), [match[2].lstrip("#!- ")]


def blocks_of_lines(text, sign):
    """Returns (line, lines) for each comment of a shell, CMake, TOML or Lua file."""
    return together(comments_of_lines(text, sign))


def blocks_of_strings(text):
    """Yields (line, lines) for the string literals of a C++ file that stand beside one another: help texts, messages."""
    for match in re.finditer(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', text):
        literal = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', match[0])).replace("\\n", "\n")
        start = text.count("\n", 0, match.start()) + 1
        for line in literal.split("\n"):
            yield start, [line]


def blocks_of_document(text):
    """Yields (line, text) for each paragraph of an rst or md file; code and tables are left out."""
    lines = text.splitlines()
    current, start = [], 0
    literal = None  # the indent of what introduced the literal block
    table = False
    for number, line in enumerate(lines, 1):
        if re.match(r"^\s*=+( +=+)+\s*$", line):
            table = number < len(lines) and bool(lines[number].strip())  # a blank line stands behind the last border
            continue
        if table:
            continue
        indent = len(line) - len(line.lstrip())
        stripped = line.strip()
        if literal is not None:
            if not stripped or indent > literal:
                continue
            literal = None
        if not stripped or re.match(r"^[=\-~^\"#*+|`.]{3,}", stripped) or re.match(r"^[=+\-\s|]+$", stripped):
            if current:
                yield start, current
                current = []
            if stripped.startswith("```"):
                literal = -1 if literal is None else None
            continue
        if re.match(r"^\.\. [\w:-]+::", stripped) or re.match(r"^:\w[\w-]*:( |$)", stripped):
            if current:
                yield start, current
                current = []
            note = NOTE.match(stripped)
            if note and note[1]:
                start, current = number, [note[1]]
            elif not note and not stripped.startswith(".. figure::"):
                literal = indent if stripped.startswith("..") else None
            continue
        if stripped.startswith("..") or stripped.startswith("|"):
            continue
        if MARK.match(stripped) and current:
            yield start, current
            current = []
        if current and indent > 0 and re.search(r"\S   +\S", line):
            continue
        if not current:
            start = number
        current.append(stripped)
        if stripped.endswith("::"):
            literal = indent
            yield start, current
            current = []
    if current:
        yield start, current


def sentences(start, lines):
    """Yields (line, text) for each sentence of a block."""
    parts, first = [], start
    text = []
    for number, line in enumerate(lines, start):
        table = TABLE.search(line)
        if table or not line.strip() or MARK.match(line):
            if text:
                parts.append((first, text))
            text = []
            first = number
        if line.strip() and not table:
            if not text:
                first = number
            text.append(line.strip())
    if text:
        parts.append((first, text))
    for first, text in parts:
        joined = " ".join(text)
        for abbreviation in ABBREVIATIONS:
            joined = joined.replace(abbreviation + " ", abbreviation[:-1] + "\u2024 ")
        at = 0
        for sentence in ENDS.split(joined):
            at = joined.find(sentence, at)
            seen, line = 0, first
            for each in text:
                if seen + len(each) >= at:
                    break
                seen += len(each) + 1
                line += 1
            yield line, sentence


def words(sentence):
    """Returns how many words a reader reads: code and formulas between backquotes are one each."""
    plain = re.sub(r"``[^`]*``", "code", sentence)
    plain = re.sub(r":\w+:`[^`]*`|`[^`]*`_{0,2}", "name", plain)
    plain = re.sub(r"<?https?://\S+", "address", plain)
    if not re.search(r"[a-z]", re.sub(r"\b(code|name|true|false)\b", "", plain)):
        return 1  # a list of names
    return len([w for w in plain.split() if re.search(r"[A-Za-z0-9]", w)])


def riddle(sentence):
    """Returns the word of a sentence that stands for a noun, or None."""
    match = RIDDLE.search(re.sub(r"`[^`]*`", "name", sentence))
    return match and (match[1] or match[2])


def comments(name, text):
    """Returns (line, lines) for each comment of a file, and for each docstring."""
    if name.endswith((".h", ".cc", ".pml")):
        return blocks_of_code(text)
    if name.endswith((".rst", ".md")):
        return []
    if name.endswith((".py", "wscript")):
        return blocks_of_python(text)
    return blocks_of_lines(text, "--" if name.endswith(".lua") else "#")


def other_prose(name, text):
    """Returns (line, lines) for each other piece of prose of a file: paragraphs, help texts, messages."""
    if name.endswith((".rst", ".md")):
        return blocks_of_document(text)
    if name.endswith((".h", ".cc")) and name.startswith(("model/", "helper/", "examples/")):
        return blocks_of_strings(re.sub(r"(?m)^\s*(//|/?\*).*|^#include.*", "", text))
    return []


def holds_prose(name):
    """Returns whether a file holds prose: by its name, or as a script without a suffix."""
    path = ROOT / name
    if name in GENERATED or not path.is_file():
        return False
    if PROSE.search(name):
        return True
    with open(path, "rb") as file:
        return not path.suffix and file.read(2) == b"#!"


def files():
    """Returns the names of the files that hold prose."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return [name for name in names if holds_prose(name)]


def main():
    wanted = tuple(sys.argv[1:]) or ("",)
    long, riddles, total = 0, 0, 0
    for name in files():
        if not name.startswith(wanted):
            continue
        text = (ROOT / name).read_text()
        for is_comment, blocks in ((True, comments(name, text)), (False, other_prose(name, text))):
            for line, sentence in (each for block in blocks for each in sentences(*block)):
                total += 1
                if words(sentence) > MOST:
                    long += 1
                    print(f"{name}:{line}: a sentence of {words(sentence)} words, expected {MOST} at most: {sentence}", file=sys.stderr)
                if is_comment and riddle(sentence):
                    riddles += 1
                    print(f'{name}:{line}: "{riddle(sentence)}" in a comment, expected a noun: {sentence}', file=sys.stderr)
    print(f"{total} sentences, {long} of more than {MOST} words, {riddles} riddles in comments")
    return 1 if long or riddles else 0


if __name__ == "__main__":
    sys.exit(main())
