#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Draws goodput over time: of FOLDER/sample-qps.csv, which mrc::Sampler writes, or of each column of a
table FILE.csv. The first column of such a table is time_ms, as mrc-convergence writes it. A table's first line may be
"# failure mode: WORDS". These words, or those of FOLDER/run.json, stand above the picture [failure-knowledge]."""

import argparse
import csv
import json
import os
import pathlib
import re
import sys

UNITS = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}
SKIPPED = 77
MODE = "# failure mode: "  # how a table begins
VENV = pathlib.Path(__file__).resolve().parents[1] / "build/venv/bin/python3"  # where ./mrc test installs


class InputError(Exception):
    """What is wrong with what was given."""


def microseconds(text):
    """A time such as 300us."""
    match = re.fullmatch(r"(\d+\.?\d*)(ns|us|ms|s)", text)
    if not match:
        raise InputError(f"'{text}' is no time; expected a number with ns, us, ms or s")
    return float(match[1]) * UNITS[match[2]]


def fault_times(fault):
    """(begin, end) in us of PLACE@BEGIN..END; the end is None if there is none."""
    begin, _, end = fault.rpartition("@")[2].partition("..")
    return microseconds(begin), microseconds(end) if end else None


def read_goodput(path):
    """Times in us, and Gb/s of all queue pairs together since the time before."""
    placed = {}
    try:
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                time = float(row["time_ns"]) / 1e3
                placed[time] = placed.get(time, 0) + int(row["placed_bytes"])
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: no samples of queue pairs: {error}") from error
    times = sorted(placed)
    if not times:
        raise InputError(f"{path}: there are no samples")
    rates = []
    before_time, before = 0.0, 0
    for time in times:
        rates.append((placed[time] - before) * 8e-3 / (time - before_time))
        before_time, before = time, placed[time]
    return times, rates


def read_table(path):
    """Times in us, and {name: Gb/s at each of them} of all other columns."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        times = [float(row["time_ms"]) * 1e3 for row in rows]
        curves = {name: [float(row[name]) for row in rows] for name in rows[0] if name != "time_ms"}
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: no table with time_ms and goodputs: {error}") from error
    return times, curves


def knowledge(source):
    """What NICs knew of failures, in the words of the program; empty where the source does not tell."""
    try:
        if source.suffix == ".csv":
            with open(source, encoding="utf-8") as file:
                return file.readline().partition(MODE)[2].strip()
        return json.loads((source / "run.json").read_text(encoding="utf-8"))["failure_mode"]
    except (OSError, KeyError, TypeError, ValueError):
        return ""


def draw(times, curves, fault, output, mode=""):
    """Writes the picture; its name's ending says in which format."""
    try:
        import matplotlib
    except ImportError:
        if VENV.exists() and not sys.prefix.endswith("/build/venv"):
            os.execv(VENV, [str(VENV), *sys.argv])
        sys.stderr.write("mrc-plot: matplotlib is missing: apt-get install python3-matplotlib, or ./mrc setup\n")
        sys.exit(SKIPPED)
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "mrc"  # the same picture each time
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.2), layout="constrained")
    scale, unit = (1e3, "ms") if times[-1] > 20e3 else (1.0, "µs")
    times = [time / scale for time in times]
    for name, rates in curves.items():
        axes.plot(times, rates, linewidth=1.3, label=name if len(curves) > 1 else None)
    if fault:
        begin, end = fault_times(fault)
        last = times[-1] if end is None else end / scale
        axes.axvspan(begin / scale, last, color="tab:red", alpha=0.1 if len(curves) > 1 else 0.15, label=fault)
    if fault or len(curves) > 1:
        beside = {"loc": "center left", "bbox_to_anchor": (1, 0.5), "fontsize": "small"}
        axes.legend(**(beside if len(curves) > 1 else {"loc": "lower center"}))
    if fault and mode:
        axes.set_title(f"failure mode {mode}", fontsize="small")
    axes.set_xlabel(f"simulated time ({unit})")
    axes.set_ylabel("goodput of all NICs (Gb/s)")
    axes.set_xlim(0, times[-1])
    axes.set_ylim(0, max(map(max, curves.values())) * 1.08)
    axes.grid(alpha=0.3)
    metadata = {"Date": None} if output.endswith(".svg") else None
    figure.savefig(output, metadata=metadata, dpi=120)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=pathlib.Path, help="folder with sample-qps.csv, or a table")
    parser.add_argument("output", help="the picture: NAME.svg, NAME.png or NAME.pdf")
    parser.add_argument("--fault", help="PLACE@BEGIN..END, as --fail takes it: its time is marked")
    parser.add_argument("--mode", help="what NICs knew of that fault, where the source does not say so")
    options = parser.parse_args()
    try:
        if options.source.suffix == ".csv":
            times, curves = read_table(options.source)
        else:
            times, rates = read_goodput(options.source / "sample-qps.csv")
            curves = {"all": rates}
        draw(times, curves, options.fault, options.output, options.mode or knowledge(options.source))
    except (InputError, OSError, ValueError) as error:
        sys.exit(f"mrc-plot: {error}")
    print(f"{options.output}: {len(times)} samples, at most {max(map(max, curves.values())):.0f} Gb/s")


if __name__ == "__main__":
    main()
