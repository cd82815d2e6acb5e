#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Shows the flows of a FlowMonitor file: those of mrc-fabric --flowmon, and any other of ns-3."""

import argparse
import csv
import os
import re
import signal
import sys
import xml.etree.ElementTree as ElementTree

CLASSIFIERS = ("Ipv4FlowClassifier", "Ipv6FlowClassifier")
ORIGIN = ("seed", "run")  # what the module's own classifier knows
HISTOGRAMS = ("delay", "jitter", "packetSize", "flowInterruptions")


class FileError(Exception):
    """What is wrong with a file."""


def field(element, name):
    """The text of an attribute that must be there."""
    text = element.get(name)
    if text is None:
        raise FileError(f"a <{element.tag}> has no attribute {name}")
    return text


def number(element, name):
    """A whole number."""
    text = field(element, name)
    if not text.isdecimal():
        raise FileError(f"a <{element.tag}> has {name}=\"{text}\", expected a whole number")
    return int(text)


def nanoseconds(element, name):
    """A time as FlowMonitor writes it, such as +1321.0ns."""
    text = field(element, name)
    try:
        return float(re.fullmatch(r"(.*)ns", text)[1])
    except (TypeError, ValueError) as error:
        raise FileError(f"a <{element.tag}> has {name}=\"{text}\", expected a time in ns") from error


class Flow:
    """The counters of one flow, and its two ends."""

    def __init__(self, stats, place, classifier):
        reasons = (classifier.get("reasons") or "").split()
        self.origin = {name: classifier.get(name) for name in ORIGIN if classifier.get(name)}
        self.id = number(stats, "flowId")
        self.source = self.name_end(place, "source")
        self.destination = self.name_end(place, "destination")
        self.sent = number(stats, "txPackets")
        self.received = number(stats, "rxPackets")
        self.lost = number(stats, "lostPackets")
        self.sent_bytes = number(stats, "txBytes")
        self.received_bytes = number(stats, "rxBytes")
        self.forwarded = number(stats, "timesForwarded")
        self.first_sent = nanoseconds(stats, "timeFirstTxPacket")
        self.last_received = nanoseconds(stats, "timeLastRxPacket")
        self.delay_sum = nanoseconds(stats, "delaySum")
        self.jitter_sum = nanoseconds(stats, "jitterSum")
        self.losses = {}
        for drop in stats.findall("packetsDropped"):
            code = number(drop, "reasonCode")
            name = reasons[code] if code < len(reasons) else f"reason-{code}"
            self.losses[name] = number(drop, "number")
        self.stats = stats

    @staticmethod
    def name_end(place, end):
        """An end by NIC and queue pair where the file has them, else by address and port."""
        if place.get(f"{end}Nic") is not None:
            return f"nic{place.get(f'{end}Nic')}/qp{place.get(f'{end}Qp')}"
        return f"{field(place, f'{end}Address')}/{field(place, f'{end}Port')}"

    def rate(self):
        """Gb/s from the first transmission to the last delivery; None without deliveries."""
        duration = self.last_received - self.first_sent
        return self.received_bytes * 8 / duration if self.received and duration > 0 else None

    def mean_delay(self):
        """In us; None without deliveries."""
        return self.delay_sum / self.received / 1e3 if self.received else None

    def mean_jitter(self):
        """In us; None with fewer than two deliveries."""
        return self.jitter_sum / (self.received - 1) / 1e3 if self.received > 1 else None

    def hops(self):
        """Nodes that forwarded a delivered packet, on average."""
        return self.forwarded / self.received if self.received else None

    def histogram(self, kind):
        """Rows of (start, width, count)."""
        bins = self.stats.findall(f"{kind}Histogram/bin")
        return [(b.get("start"), b.get("width"), b.get("count")) for b in bins]


def read_flows(path):
    """The flows of a file by rising flow id."""
    try:
        root = ElementTree.parse(path).getroot()
    except OSError as error:
        raise FileError(error.strerror) from error
    except ElementTree.ParseError as error:
        raise FileError(f"no valid XML: {error}") from error
    if root.tag != "FlowMonitor":
        raise FileError(f"the root element is <{root.tag}>, expected <FlowMonitor>")
    places = {}
    for classifier in (c for name in CLASSIFIERS for c in root.findall(name)):
        for place in classifier.findall("Flow"):
            flow = number(place, "flowId")
            if flow in places:
                raise FileError(f"flow {flow} is in two classifiers: its counts are mixed")
            places[flow] = (place, classifier)
    flows = []
    for stats in root.findall("FlowStats/Flow"):
        flow = number(stats, "flowId")
        if flow not in places:
            raise FileError(f"flow {flow} is in no classifier")
        flows.append(Flow(stats, *places[flow]))
    return sorted(flows, key=lambda flow: flow.id)


def table(flows):
    """Titles and rows; a column for each reason that occurs, and for seed and run if known."""
    reasons = []
    for flow in flows:
        reasons += [name for name, n in flow.losses.items() if n and name not in reasons]
    titles = ["flow", "source", "destination", "sent", "received", "lost", *reasons]
    origin = [name for name in ORIGIN if any(name in flow.origin for flow in flows)]
    titles += ["Gb/s", "delay_us", "jitter_us", "hops", *origin]
    rows = []
    for f in flows:
        row = [f.id, f.source, f.destination, f.sent, f.received, f.lost]
        row += [f.losses.get(name, 0) for name in reasons]
        figures = [f.rate(), f.mean_delay(), f.mean_jitter(), f.hops()]
        row += ["" if figure is None else f"{figure:.3f}" for figure in figures]
        row += [f.origin.get(name, "") for name in origin]
        rows.append([str(field) for field in row])
    return titles, rows


def print_table(titles, rows):
    widths = [max(map(len, column)) for column in zip(titles, *rows)]
    for row in [titles, *rows]:
        print("  ".join(field.rjust(width) for field, width in zip(row, widths)).rstrip())


def print_csv(titles, rows):
    csv.writer(sys.stdout, lineterminator="\n").writerows([titles, *rows])


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # for head(1) and the like
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="FlowMonitor's XML file")
    parser.add_argument("--csv", action="store_true", help="comma-separated values")
    parser.add_argument("--histogram", choices=HISTOGRAMS, help="the bins instead of the figures")
    options = parser.parse_args()
    try:
        flows = read_flows(options.file)
    except FileError as error:
        sys.exit(f"mrc-flows: {options.file}: {error}")
    if options.histogram:
        titles = ["flow", "start", "width", "count"]
        rows = [[str(f.id), *b] for f in flows for b in f.histogram(options.histogram)]
    else:
        titles, rows = table(flows)
    try:
        (print_csv if options.csv else print_table)(titles, rows)
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        sys.exit(f"mrc-flows: cannot write to standard output: {error.strerror}")


if __name__ == "__main__":
    main()
