# SPDX-License-Identifier: GPL-2.0-only
"""What a study says: its table as comma-separated values, words for a terminal, and its page of the documents."""

import csv
import io
import shlex

import study_knowledge
from study import shown
from study_figures import plain
from sweep.grid import FOLDER, text_of

STUDIES = "doc/validation/studies"

LICENSE = ".. SPDX-License-Identifier: GPL-2.0-only\n"
MADE = ".. made by ./mrc reproduce {name} --write from doc/validation/studies/{name}.toml: change that file\n"


def varied(study):
    """The options of the grid that have more than one value."""
    return [option for option, values in study.grid.items() if len(values) > 1]


def rst(rows):
    """Rows as a table of reStructuredText, the first one its head."""
    rows = [[cell.replace("*", "\\*").replace("|", "\\|") or "\\" for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    rule = " ".join("=" * width for width in widths)
    lines = [" ".join(f"{cell:{width}}" for cell, width in zip(row, widths)).rstrip() for row in rows]
    return "\n".join([rule, lines[0], rule, *lines[1:], rule])


def short(option):
    """The name of an option without its class."""
    return option.rpartition("::")[2]


def figure_rows(study, figures):
    """The table of figures: a row for each point. Where something fails each row says what NICs know [failure-knowledge]."""
    options = varied(study)
    taken = [figure for figure in study.figures if figure.take != "each"]
    heads = [f"{figure.name}, {figure.unit}" if figure.unit else figure.name for figure in taken]
    known = study_knowledge.column(study)
    rows = [["case", *([study_knowledge.HEAD] if known else []), *map(short, options), *heads]]
    for point in figures.points():
        values = dict(zip(study.grid, point.at))
        found = [figures.at(figure.name, point) for figure in taken]
        cells = [*([known[point.case]] if known else []), *(shown(values[option]) for option in options)]
        rows.append([point.case, *cells, *(each.words() if each else "" for each in found)])
    return rows


def bound(check):
    """The bound of a claim in words."""
    sign, value = ("at most", check.at_most) if check.at_most is not None else ("at least", check.at_least)
    return f"{sign} {plain(value)}"


def where(check):
    """Of what a claim is."""
    at = ", ".join(f"{short(option)} {shown(value)}" for option, value in check.at.items())
    words = f"{check.figure}, {check.case}" + (f" ({at})" if at else "")
    if check.against or check.against_figure:
        other = ", ".join(f"{short(option)} {shown(value)}" for option, value in (check.against_at or {}).items())
        named = ", ".join(filter(None, (check.against_figure, check.against)))
        words += f": % above {named}" + (f" ({other})" if other else "")
    return words


def others_of(verdict):
    """The verdicts of others by the same bound; values of an option that have the same one are told together."""
    told = [f"{case}: {word}" for case, word in verdict.others.items()]
    for option, words in verdict.values.items():
        if len(words) > 2 and len(set(words.values())) == 1:
            told.append(f"each other {short(option)}: {next(iter(words.values()))}")
        else:
            told += [f"{short(option)} {shown(value)}: {word}" for value, word in words.items()]
    return ", ".join(told)


def claim_rows(verdicts):
    """The table of claims."""
    rows = [["claim", "of", "ours", "bound", "verdict", "same bound, others"]]
    for verdict in verdicts:
        ours = verdict.spread.words() if verdict.spread else ""
        rows.append([verdict.check.claim, where(verdict.check), ours, bound(verdict.check), verdict.word, others_of(verdict)])
    return rows


def csv_of(rows):
    """Rows as comma-separated values."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def plain_table(rows):
    """Rows for a terminal."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join("  ".join(f"{cell:{width}}" for cell, width in zip(row, widths)).rstrip() for row in rows)


def text_page(study, figures, verdicts):
    """What is printed."""
    parts = [study.texts["title"], study.texts["question"], plain_table(figure_rows(study, figures))]
    if verdicts:
        parts.append(plain_table(claim_rows(verdicts)))
    return "\n\n".join(parts) + "\n"


def common_words(study):
    """The program and the options of all runs, of the cases and of the grid, as a shell takes them in the project's folder."""
    def told(arguments):
        words = (f"--{name}={text_of(value)}".replace(FOLDER, STUDIES) for name, value in arguments.items())
        return " ".join(map(shlex.quote, words))

    def told_value(value):
        return shlex.quote(text_of(value).replace(FOLDER, STUDIES))

    lines = [f"    {study.texts['program']} {told(study.arguments)}"]
    lines += [f"    {case.name}: {told(case.arguments) or 'the same'}" for case in study.cases]
    lines += [f"    --{option}: {', '.join(told_value(value) for value in values)}" for option, values in study.grid.items()]
    lines.append(f"    --RngRun: 1 to {study.seeds}")
    return "\n".join(lines)


def rst_page(study, figures, verdicts):
    """The page of the documents."""
    title = study.texts["title"]
    parts = [LICENSE + MADE.format(name=study.name), f"{title}\n{'=' * len(title)}", study.texts["question"]]
    parts.append(f"::\n\n    ./mrc reproduce {study.name}\n    ./mrc reproduce {study.name} --quick")
    parts.append(f"What is run, as :doc:`/sweeps` of these options::\n\n{common_words(study)}")
    if study.parameters:
        rows = [["parameter", "value", "source"]]
        rows += [[str(each[key]) for key in ("what", "value", "source")] for each in study.parameters]
        parts.append(rst(rows))
    known = study_knowledge.column(study)
    what = "; the words of the second column are those of :ref:`failure-knowledge`" if known else ""
    parts.append(f"Means of {study.seeds} seeds, with their 95 % intervals{what}:")
    parts.append(rst(figure_rows(study, figures)))
    caption = "\n\n   Of failures NICs know in each case what the table above says." if known else ""
    parts.append(f".. figure:: {study.name}.svg\n   :alt: {study.figure(study.plot.figure).name}{caption}")
    if verdicts:
        parts.append(
            "A claim passes or misses when the whole interval lies on one side of its bound, and is *open* otherwise. "
            "The last column judges other cases, and other values of the grid, by the same bound:"
        )
        parts.append(rst(claim_rows(verdicts)))
    if study.texts["findings"]:
        parts.append(study.texts["findings"])
    parts += ["*Shows:* " + study.texts["shows"], "*Does not show:* " + study.texts["lacks"]]
    return "\n\n".join(parts) + "\n"
