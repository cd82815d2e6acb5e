# SPDX-License-Identifier: GPL-2.0-only
"""Rows of a figure with its bounds, and the table of them."""


def row(figure, unit, measured, least=None, most=None, aim=None):
    met = None
    if least is not None:
        met = measured >= least
    elif most is not None:
        met = measured <= most
    return {
        "figure": figure,
        "unit": unit,
        "measured": measured,
        "atLeast": least,
        "atMost": most,
        "aim": aim,
        "met": met,
    }


def text(value):
    if value is None:
        return ""
    return f"{value:.2f}" if value < 10 else f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def required(entry):
    if entry["atLeast"] is not None:
        return ">= " + text(entry["atLeast"])
    if entry["atMost"] is not None:
        return "<= " + text(entry["atMost"])
    return ""


def print_table(rows):
    width = max(len(entry["figure"]) for entry in rows)
    print(f"{'figure':{width}}  {'measured':>9} {'unit':4}  {'required':>9}  {'aim':>5}")
    for entry in rows:
        verdict = {True: "met", False: "MISSED", None: ""}[entry["met"]]
        print(
            f"{entry['figure']:{width}}  {text(entry['measured']):>9} {entry['unit']:4}  "
            f"{required(entry):>9}  {text(entry['aim']):>5}  {verdict}".rstrip()
        )


def print_events(runs):
    """Says what else the networks did, since lost packets would make hops cheap."""
    for figures in {entry["command"]: entry for entry in runs}.values():
        if "dataPackets" in figures:
            again = {k[15:].lower(): v for k, v in figures.items() if k.startswith("retransm") and v}
            print(
                f"{figures['command']}: seed {figures['seed']}, run {figures['run']}, "
                f"{figures['dataPackets']:,} data packets, "
                f"{figures['marks']:,} marked, {figures['trims']:,} trimmed, "
                f"{figures['drops']:,} dropped, sent again: {again or 0}, "
                f"{figures['pathsRetired']:,} EVs retired, fingerprint {figures['fingerprint']}"
            )
