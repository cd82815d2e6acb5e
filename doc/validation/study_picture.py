# SPDX-License-Identifier: GPL-2.0-only
"""Draws a study: lines over an option or over what columns count, or bars of cases; with intervals, as SVG."""

import html

from mrc_report import plots
from study import shown
from study_figures import plain
from sweep.grid import text_of

KEY_ROW = 17  # of the key below the picture
OPACITIES = (1, 0.4, 0)  # of bars: there are more of them than colours
NUMBER = 36  # width of the number below a bar
MOST_DOTS = 40  # of a curve; one with more points is a course of time, from zero on
STYLE = (
    "text { font: 11px sans-serif; fill: #222; } .grid { stroke: #ddd; } .curve { fill: none; stroke-width: 1.6; } "
    ".half { stroke-width: 1.2; } rect.paper { fill: white; }"
)


def number(text):
    """The number that a value of an option begins with, None without one."""
    digits = text
    while digits:
        try:
            return float(digits)
        except ValueError:
            digits = digits[:-1]
    return None


def curves_of(study, figures):
    """{label: [(x, mean, half)]} of what the plot asks for."""
    plot, found = study.plot, {}
    options = list(study.grid)
    wanted = {option: text_of(value) for option, value in plot.at.items()}
    for point in dict.fromkeys([*figures.points(), *(p for name, p in figures.series if name == plot.figure)]):
        values = dict(zip(options, point.at))
        if any(values[option] != value for option, value in wanted.items()):
            continue
        known = [plot.x, *wanted]
        rest = [shown(value) for option, value in values.items() if option not in known and len(study.grid[option]) > 1]
        case = study.case(point.case)
        named = [case.group] if case.group else [] if plot.x == "case" else [point.case] if len(study.cases) > 1 else []
        label = ", ".join([*named, *rest]) or study.texts["program"]
        if plot.x == "match":
            found[label] = [(x, mean, 0.0) for x, mean in figures.over(plot.figure, point)]
            continue
        spread = figures.at(plot.figure, point)
        if spread is not None:
            x = case.x if plot.x == "case" else number(point.at[options.index(plot.x)]) if plot.x else len(found)
            found.setdefault(label, []).append((x, spread.mean, spread.half))
    return found


def colour_of(index):
    """The colour of a curve and its dashes: there are more curves than colours."""
    return plots.COLOURS[index % len(plots.COLOURS)], ' stroke-dasharray="5 3"' if index >= len(plots.COLOURS) else ""


def fill_of(index):
    """How the bar of a case is filled: full, pale, and empty once all colours are used."""
    colour = plots.COLOURS[index % len(plots.COLOURS)]
    opacity = OPACITIES[index // len(plots.COLOURS) % len(OPACITIES)]
    return f'fill="{colour}"' + ("" if opacity == 1 else f' fill-opacity="{opacity:g}" stroke="{colour}"')


def vertical(x, low, high, colour):
    """The interval of a point."""
    return f'<line class="half" x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="{colour}"/>'


def lines(curves, x_label, y_label, is_joined):
    """The parts of a picture of curves, or of dots only."""
    points = [point for curve in curves.values() for point in curve]
    is_course = max(map(len, curves.values())) > MOST_DOTS
    x_axis = plots.Axis([x for x, _, _ in points], plots.LEFT, plots.WIDTH - plots.RIGHT, is_course)
    values = [value for _, mean, half in points for value in (mean - half, mean + half)]
    is_close = min(values) > 0.8 * max(values)  # changes of a few percent would not be seen from zero
    y_axis = plots.Axis([max(values) * 1.03, min(values)], plots.HEIGHT - plots.BOTTOM, plots.TOP, not is_close)
    parts = plots.frame(x_axis, y_axis, x_label, y_label)
    for index, curve in enumerate(curves.values()):
        colour, dashes = colour_of(index)
        places = [(x_axis.place(x), y_axis.place(mean)) for x, mean, _ in curve]
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        if is_joined:
            parts.append(f'<polyline points="{joined}" stroke="{colour}"{dashes} class="curve"/>')
        for (x, y), (_, mean, half) in zip(places, curve):
            if not is_course:
                parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{colour}"/>')
            if half:
                low = y_axis.place(max(mean - half, y_axis.low))
                parts.append(vertical(x, low, max(y_axis.place(mean + half), plots.TOP), colour))
    return parts


def bars(curves, y_label):
    """The parts of a picture of a bar for each case; the key has their names."""
    tops = [curve[0][1] + curve[0][2] for curve in curves.values()]
    y_axis = plots.Axis([max(max(tops) * 1.05, 1e-9), 0], plots.HEIGHT - plots.BOTTOM, plots.TOP, True)
    width = (plots.WIDTH - plots.LEFT - plots.RIGHT) / len(curves)
    parts = [part for part in plots.frame(plots.Axis([0, 1], 0, 0), y_axis, "", y_label) if 'text-anchor="middle">0' not in part]
    parts = [part for part in parts if f'y1="{plots.TOP}"' not in part and f'y="{plots.HEIGHT - plots.BOTTOM + 15}"' not in part]
    for index, curve in enumerate(curves.values()):
        _, mean, half = curve[0]
        x, y = plots.LEFT + (index + 0.15) * width, y_axis.place(max(mean, 0))
        height = plots.HEIGHT - plots.BOTTOM - y
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{0.7 * width:.1f}" height="{height:.1f}" {fill_of(index)}/>')
        middle = x + 0.35 * width
        if half:
            parts.append(vertical(middle, y_axis.place(max(mean - half, 0)), y_axis.place(mean + half), "#222"))
        y = plots.HEIGHT - plots.BOTTOM + 15
        place = f'x="{middle:.1f}" y="{y}" text-anchor="middle"'
        if width < NUMBER:  # upright beside each other the numbers would overlap
            y += 12
            place = f'x="0" y="0" text-anchor="middle" transform="translate({middle + 4:.1f} {y}) rotate(-90)"'
        parts.append(f"<text {place}>{plain(mean)}</text>")
    return parts


def draw(study, figures):
    """The picture as the text of a file of SVG, empty without runs."""
    curves = {label: curve for label, curve in curves_of(study, figures).items() if curve}
    if not curves:
        return ""
    figure = study.figure(study.plot.figure)
    y_label = f"{figure.name} ({figure.unit})" if figure.unit else figure.name
    is_bars = all(len(curve) == 1 for curve in curves.values())
    parts = bars(curves, y_label) if is_bars else lines(curves, study.plot.label or study.plot.x, y_label, study.plot.joined)
    for index, label in enumerate(curves):
        y = plots.HEIGHT + 4 + KEY_ROW * index
        colour, dashes = colour_of(index)
        if is_bars or not dashes:
            parts.append(f'<rect x="{plots.LEFT}" y="{y}" width="12" height="10" {fill_of(index)}/>')
        else:
            parts.append(f'<path d="M{plots.LEFT} {y + 5}h12" stroke="{colour}"{dashes} class="curve"/>')
        parts.append(f'<text x="{plots.LEFT + 18}" y="{y + 9}">{html.escape(label)}</text>')
    height = plots.HEIGHT + 10 + KEY_ROW * len(curves)
    size = f'viewBox="0 0 {plots.WIDTH} {height}" width="{plots.WIDTH}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{html.escape(y_label)}">'
    paper = f'<rect class="paper" width="{plots.WIDTH}" height="{height}"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", paper, *parts, "</svg>\n"])
