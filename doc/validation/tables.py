# SPDX-License-Identifier: GPL-2.0-only
"""The tables of doc/validation.rst, made of measured rows."""

import htsim

# name of a table in the page, and which targets of mrc-validation it has, by how their names begin
STREAMS = {
    "targets": ("T1", "T2", "T9", "T10"),
    "failures": ("T3", "T3-CX8", "T4", "T4-CX8", "T6-T0", "T6-T0-CX8", "T6-T0-silent", "T6-T1"),
    "paths": ("T5", "T13", "T14"),
    "two-paths": ("T8",),
    "deals": ("EV16", "EV128"),
}
MANNERS = ["", "-deep", "-htsim"]
BOUNDS = {"at_least": ">= ", "at_most": "<= ", "within": "", "-": ""}


def number(text):
    """Returns a number with as many digits as say something; of what is none a dash."""
    if text == "-":
        return "\\-"
    value = float(text)
    if value == int(value):
        return str(int(value))
    digits = 1 if abs(value) >= 100 else 2 if abs(value) >= 10 else 3
    return f"{value:.{digits}f}"


def simple_table(header, rows):
    """Returns a simple table of reStructuredText."""
    cells = [[text or "\\" for text in row] for row in [header, *rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    rule = " ".join("=" * width for width in widths)
    lines = [" ".join(f"{text:{width}}" for text, width in zip(row, widths)).rstrip() for row in cells]
    return "\n".join([rule, lines[0], rule, *lines[1:], rule])


def expected(row):
    """Returns what is expected of a row of mrc-validation, and how closely."""
    if row["expected"] == "-":
        return number("-")
    text = f"{BOUNDS[row['bound']]}{float(row['expected']):g}"
    return f"{text} ± {float(row['allowed_%']):g} %" if row["bound"] == "within" else text


def published(row):
    """Returns what is published of it, and where."""
    value = "" if row["published"] == "-" else f"{float(row['published']):g}"
    return f"{value} ({row['source']})".strip() if row["source"] else value or number("-")


def verdict(text):
    """Returns a verdict as the page has it: misses stand out."""
    return {"miss": "**miss**", "-": "\\-"}.get(text, text)


def streams(rows):
    """Returns the table of some rows of mrc-validation."""
    header = ["target", "figure", "unit", "ours", "fixed window", "published", "expected"]
    header += ["against published", "against expected", "note"]
    return simple_table(
        header,
        [
            [
                row["target"],
                row["figure"],
                row["unit"],
                number(row["ours"]),
                number(row["fixed"]),
                published(row),
                expected(row),
                verdict(row["against_published"]),
                verdict(row["against_expected"]),
                row["note"],
            ]
            for row in rows
        ],
    )


def belongs(target, stems):
    """Returns whether a target is one of those, or one with a suffix of those."""
    return any(target == stem or target.startswith(stem + "-") for stem in stems)


def incasts(rows, mean, extreme):
    """Returns the table of one figure of incasts, its mean and worst by target and manner."""
    found = {(row["target"], row["figure"]): row for row in rows}
    stems = [t for t, figure in found if figure == mean and t.endswith("G")]
    lines = []
    for stem in stems:
        texts = []
        for manner in MANNERS:
            pair = [found[stem + manner, figure]["ours"] for figure in (mean, extreme)]
            texts.append("{:.3f} ({:.3f})".format(*map(float, pair)))
        theirs = [found[stem + "-htsim", figure]["published"] for figure in (mean, extreme)]
        lines.append([stem, *texts, "{:.3f} ({:.3f})".format(*map(float, theirs))])
    return simple_table(["target", "default", "-deep", "-htsim", "htsim"], lines)


def excess(rows):
    """Returns the table of what makes incasts with the defaults late."""
    names = ["other bytes", "gaps", "tail"]
    found = {(row["target"], row["figure"]): row["ours"] for row in rows}
    stems = [t for t, figure in found if figure == "of the mean: gaps" and t.endswith("G")]
    lines = [[s, *(f"{float(found[s, 'of the mean: ' + name]):.1f}" for name in names)] for s in stems]
    return simple_table(["target", *names], lines)


def make(rows, against_htsim):
    """Returns the tables by name, of those of which there are figures."""
    made = {}
    for name, stems in STREAMS.items():
        some = [r for r in rows if r["program"] == "mrc-validation" and belongs(r["target"], stems)]
        if some:
            made[name] = streams(some)
    bursts = [row for row in rows if row["program"] == "mrc-incast"]
    if len({row["target"] for row in bursts}) > 1:  # all of them
        made["incast-completions"] = incasts(bursts, "mean last completion", "worst last completion")
        made["incast-indices"] = incasts(bursts, "mean Jain index", "least Jain index")
        made["incast-excess"] = excess(bursts)
    if against_htsim:
        lines = [htsim.cells(row, runs)[0] for row, runs in against_htsim]
        made["htsim"] = simple_table(htsim.COLUMNS, lines)
    return made


def replace(page, name, table):
    """Returns the text of the page with another table of that name."""
    begin = f".. table {name}: made by ./mrc reproduce --write\n\n"
    end = f"\n\n.. end of table {name}\n"
    first, last = page.find(begin), page.find(end)
    if first < 0 or last < first:
        raise SystemExit(f"the page has no place for the table {name}")
    return page[: first + len(begin)] + table + page[last:]
