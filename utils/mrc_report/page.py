# SPDX-License-Identifier: GPL-2.0-only
"""Makes pages of HTML that need no network and no other file."""

import html

from .errors import InputError

STYLE = """
body { font: 14px/1.45 sans-serif; margin: 1.5em auto; max-width: 1240px; padding: 0 1em; color: #222; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; border-bottom: 1px solid #ccc; } h3 { font-size: 1em; }
table { border-collapse: collapse; margin: .6em 0; } th, td { padding: .15em .6em; text-align: left; vertical-align: top; }
th { border-bottom: 1px solid #888; } td { border-bottom: 1px solid #eee; overflow-wrap: anywhere; }
td.number { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
.named td:first-child { min-width: 18em; } td.bar { width: 9em; } td.bar div { background: #1f6fb4; height: .9em; margin-top: .25em; }
tr.differs td { background: #fff4d6; } .note { color: #555; } figure { margin: .6em 0; }
.beside { display: flex; flex-wrap: wrap; gap: 0 2em; } .beside > div:not(:only-child) { max-width: 600px; }
.beside td:first-child:not(.number) { min-width: 7.5em; } .beside > div:not(:only-child) td.bar { width: 6em; }
svg { max-width: 100%; height: auto; } svg text { font-size: 11px; }
.grid { stroke: #ddd; } .curve { fill: none; stroke-width: 1.5; } .band { fill: #d02020; fill-opacity: .15; }
.fabric line, .fabric path { stroke-width: 1.3; fill: none; } .fabric .dead { stroke: #d02020; stroke-dasharray: 4 3; stroke-width: 2; }
.fabric circle { fill: #333; } .fabric circle.deadnode { fill: #d02020; }
"""


def whole(title, mark, head, sections, style=""):
    """The texts of a page: its title, the element that it is known by, HTML on top, and HTML of each section by name."""
    title = html.escape(title)
    yield f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">{mark}'
    yield f"<title>{title}</title><style>{STYLE}{style}</style></head><body><h1>{title}</h1>{head}"
    for name, section in sections:
        yield f"<section><h2>{name}</h2>{section}</section>\n"
    yield "</body></html>\n"


def check_output(path, mark, what):
    """Refuses to write over a file without this mark; an empty one has nothing to lose."""
    if path.is_file() and path.stat().st_size:
        with open(path, encoding="utf-8", errors="replace") as file:
            if mark not in file.read(300):
                raise InputError(f"{path} is there already and is no {what}; expected another name")
