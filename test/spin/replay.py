#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Plays what connections did in the packet scripts back through the model (replay.pml).

replay.py UNIT_TESTS runs test/transport/timeline-*-test.cc. These write down what each connection was told,
what it sent, bytes in flight and EV states. The script asks Spin for each of these traces whether the model may
do the same. A trace ends where something happens that the model leaves out; why is counted. With bugs planted
in the model and in traces some must be refused. Exits with 77 (skipped) without spin or a C compiler.
"""

import argparse
import collections
import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import check

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
PACKETS = 31  # of replay.pml, as many messages
PSNS = 128
FULL = 4096  # bytes; what is in flight is counted in full packets
BAD = 2
RESERVE = 10
SECONDS = 60  # for one trace
LEAST = 80  # traces that are played whole

# in the order of replay.pml
KINDS = (
    "post wake pulled ports send-data send-probe send-sack send-nack send-ack send-question answer sack nack "
    "ack data trimmed probe"
).split()
IGNORED = ("send-answer",)

# planted in the model -> it refuses a trace
BUGS = (
    "PLAIN_PSN PLACE_AGAIN EARLY_COMPLETION KEEP_BYTES KEEP_SEAT OTHER_PLANE ANY_NACK"
).split()


# scripts in which the code does what the model does not have
OUTSIDE = {
    "Timeline.FewProbesGoToALastHopThatOverflows": "losses that are excused because most paths fail together",
    "Timeline.SilenceAloneHoldsBackNoFirstProbes": "losses that are excused because most paths fail together",
    "Timeline.TrimmedPacketsAreNackedIfThatIsAgreed": "trims that are not NACKed",
}


class NotCovered(Exception):
    """Something happens that the model leaves out."""


@dataclasses.dataclass
class Setup:
    """What a connection was made with."""

    name: str
    planes: int
    active: int
    first: int
    threshold: int
    successes: int
    evs: list
    uplinks: list
    other: str  # what the model leaves out of it

    def shape(self):
        return (self.planes, self.active, len(self.evs) // self.planes)


def read_setup(line):
    words, evs = line.split("|")
    _, name, *numbers = words.split()
    planes, active, first, threshold, successes, losses, turns, exchange, least, selector, asks = map(int, numbers)
    dealt = [tuple(map(int, ev.split(":"))) for ev in evs.split()]
    other = ""
    if (losses, turns, exchange, least, selector) != (1, 1, 0, 0, 0):
        other = "other rules of EV states"
    elif asks:
        other = "asking of paths, packet timers"
    return Setup(name, planes, active, first, -(-threshold // FULL), successes,
                 [ev for ev, _ in dealt], [uplink for _, uplink in dealt], other)


class Line:
    """One line of a trace as replay.pml reads it."""

    FIELDS = "kind psn ev stamp id held marked again asks probed last_hop up".split()

    def __init__(self, kind):
        self.values = dict.fromkeys(self.FIELDS, 0)
        self.values["kind"] = KINDS.index(kind)
        self.flying = 0
        self.states = []

    def set(self, **values):
        self.values.update({name: int(value) for name, value in values.items()})

    def text(self):
        return " ".join(map(str, [*self.values.values(), self.flying, *self.states]))


class Reader:
    """Turns a trace into lines, until something happens that the model leaves out."""

    def __init__(self, setup):
        self.setup = setup
        self.lines = []
        self.tails = [[], []]  # ends of messages that are sent and received
        self.stamps = []  # of what was sent, later ones greater
        self.told = {}  # EVs and stamps of what came
        self.latest = None
        self.states = [0 if i % setup.shape()[2] < setup.active else RESERVE for i in range(len(setup.evs))]
        self.undone = 0
        self.flying = 0
        self.owes = False  # an answer, perhaps
        self.stopped = setup.other or OUTSIDE.get(setup.name)

    def read(self, rows):
        for row in [] if self.stopped else rows:
            try:
                self.take(row)
            except NotCovered as why:
                self.stopped = str(why)
                return

    def take(self, row):
        words, after = row.split("|")
        kind, *numbers = words.split()
        flying, undone, *states = map(int, after.split())
        if kind in IGNORED:
            return
        if kind == "other":
            raise NotCovered("ports of the peer, denied EVs, other packets")
        if kind == "failed":
            raise NotCovered("the end of a queue pair")
        changed = states != self.states or flying != self.flying
        if kind == "hand" or (kind in ("post", "pulled") and changed) or (
            flying > self.flying and kind != "send-data"
        ):
            raise NotCovered("what a test does by itself")
        if undone != self.undone:
            raise NotCovered("a loss that is undone")
        if not changed and (kind == "wake" or (kind == "pulled" and not self.owes)):
            return  # nothing to compare
        self.owes = kind in ("data", "probe") or (self.owes and kind != "pulled")
        numbers = list(map(int, numbers))
        if kind == "data" and numbers[6]:
            kind = "trimmed"
        self.check_states(kind, states)
        line = Line(kind)
        getattr(self, "take_" + kind.replace("-", "_"))(line, *numbers)
        line.flying, rest = divmod(flying, FULL)
        if rest:
            raise NotCovered("packets that are not full")
        line.states = states
        self.states, self.flying = states, flying
        self.lines.append(line)

    def check_states(self, kind, states):
        fresh = [i for i, (a, b) in enumerate(zip(self.states, states)) if a % RESERVE != BAD and b % RESERVE == BAD]
        if any(state % RESERVE > BAD for state in states):
            raise NotCovered("ports of the peer, denied EVs, other packets")
        per_plane = self.setup.shape()[2]
        paths = [(i // per_plane, self.setup.uplinks[i]) for i in fresh]
        if len(set(paths)) < len(paths):
            raise NotCovered("siblings of a dead path")
        for plane in range(self.setup.planes):
            usable = sum(s % RESERVE < BAD for s in states[plane * per_plane : (plane + 1) * per_plane])
            if usable <= -(-self.setup.active // 4):
                raise NotCovered("planes that are silent or have the fewest EVs")
        back = any(a % RESERVE == BAD and b % RESERVE < BAD for a, b in zip(self.states, states))
        if back and kind != "answer":
            raise NotCovered("EVs that are back without EV probes")

    def psn(self, number):
        sequence = (number - self.setup.first + (1 << 23)) % (1 << 24) - (1 << 23)
        if not -1 <= sequence < PACKETS - 1:
            raise NotCovered(f"more than {PACKETS - 1} packets")
        return sequence, number % PSNS

    def ev(self, value, must=True):
        if value in self.setup.evs:
            return self.setup.evs.index(value)
        if must:
            raise NotCovered("EVs of nobody")
        return 0

    def sent_at(self, stamp):
        if not self.stamps or self.stamps[-1] != stamp:
            self.stamps.append(stamp)
        return len(self.stamps)

    def stamp(self, stamp):
        if stamp not in self.stamps:
            raise NotCovered("time stamps of nobody")
        return len(self.stamps) - self.stamps[::-1].index(stamp)

    def number_of(self, what):
        return self.told.setdefault(what, len(self.told) + 1)

    def end_message(self, role, number, end):
        tails = self.tails[role]
        if number >= PACKETS:
            raise NotCovered(f"more than {PACKETS - 1} packets")
        tails += [255] * (number + 1 - len(tails))
        tails[number] = min(end, 255)

    def take_post(self, _line, size):
        before = self.tails[0][-1] if self.tails[0] else 0
        self.end_message(0, len(self.tails[0]), before + max(1, -(-size // FULL)))

    def take_wake(self, line):
        pass

    def take_pulled(self, line):
        pass

    def take_ports(self, line, up):
        if up == 0:
            raise NotCovered("no port is up")
        line.set(up=up)

    def take_send_data(self, line, psn, ev, stamp, again, asks, _mark, _trim, payload, *_):
        _, number = self.psn(psn)
        if payload != FULL:
            raise NotCovered("packets that are not full")
        self.latest = self.latest if again else psn
        line.set(psn=number, ev=self.ev(ev), stamp=self.sent_at(stamp), again=again, asks=asks)

    def take_send_probe(self, line, ev, stamp):
        line.set(ev=self.ev(ev), stamp=self.sent_at(stamp))

    def take_send_question(self, line, ev, request):
        line.set(ev=self.ev(ev), id=request % 256)

    def take_answer(self, line, ev, request, marked):
        line.set(ev=self.ev(ev), id=request % 256, marked=marked)

    def held(self, offset, bitmap, ahead):
        if bitmap and (offset != 1 or bitmap >= 1 << (PACKETS - 1)):
            raise NotCovered(f"more than {PACKETS - 1} packets")
        if bin(bitmap).count("1") != ahead or bitmap & 1:
            raise NotCovered("SACKs that contradict themselves")
        return bitmap

    def take_sack(self, line, cack, offset, bitmap, ahead, mark, ev, stamp, probe, down, mpr):
        if mark > 1 or down or mpr:
            raise NotCovered("ports, grants and orders in SACKs")
        line.set(psn=self.psn(cack)[1], held=self.held(offset, bitmap, ahead), marked=mark,
                 ev=self.ev(ev, must=mark), stamp=self.stamp(stamp), probed=probe)

    def take_nack(self, line, psn, reason, ev, stamp):
        if reason not in (1, 2):
            raise NotCovered("NACKs that are none of trims")
        line.set(psn=self.psn(psn)[1], ev=self.ev(ev), stamp=self.stamp(stamp), last_hop=reason == 2)

    def take_ack(self, line, msn, syndrome, psn):
        if syndrome or psn != self.latest or msn >= PACKETS:
            raise NotCovered("refusals and old answers")
        line.set(psn=msn)

    def take_data(self, line, psn, ev, stamp, again, asks, mark, _trim, payload, ends, msn):
        sequence, number = self.psn(psn)
        if payload != FULL:
            raise NotCovered("packets that are not full")
        if ends:
            self.end_message(1, msn, sequence + 1)
        line.set(psn=number, ev=self.number_of(ev), stamp=self.number_of((stamp,)), again=again, asks=asks,
                 marked=mark)

    def take_trimmed(self, line, psn, ev, stamp, again, asks, _mark, trim, *_):
        line.set(psn=self.psn(psn)[1], ev=self.number_of(ev), stamp=self.number_of((stamp,)),
                 again=again, asks=asks, last_hop=trim == 2)

    def take_probe(self, line, ev, stamp, mark, _number):
        line.set(ev=self.number_of(ev), stamp=self.number_of((stamp,)), marked=mark)

    def take_send_sack(self, line, cack, offset, bitmap, ahead, mark, ev, stamp, probe, _down, _mpr):
        line.set(psn=self.psn(cack)[1], held=self.held(offset, bitmap, ahead), marked=mark,
                 ev=self.number_of(ev), stamp=self.number_of((stamp,)), probed=probe)

    def take_send_nack(self, line, psn, reason, ev, stamp):
        if reason not in (1, 2):
            raise NotCovered("NACKs that are none of trims")
        line.set(psn=self.psn(psn)[1], ev=self.number_of(ev), stamp=self.number_of((stamp,)), last_hop=reason == 2)

    def take_send_ack(self, line, msn, syndrome):
        if syndrome:
            raise NotCovered("refusals and old answers")
        line.set(psn=msn)


def read_traces(path):
    """Returns a Reader for each trace of the file that has a line to play."""
    readers = []
    blocks = path.read_text().split("trace ")[1:]
    for block in blocks:
        first, *rows = block.splitlines()
        reader = Reader(read_setup("trace " + first))
        reader.read(rows)
        readers.append(reader)
    return readers


class Model:
    """Programs made of replay.pml, one for each number of EVs."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.made = {}

    def program(self, shape):
        if shape not in self.made:
            planes, active, per_plane = shape
            folder = self.folder / "-".join(map(str, shape))
            folder.mkdir()
            sizes = [f"-DPLANES={planes}", f"-DACTIVE={active}", f"-DPER_PLANE={per_plane}"]
            subprocess.run(["spin", *sizes, "-a", str(HERE / "replay.pml")], cwd=folder, check=True,
                           stdout=subprocess.DEVNULL)
            flags = ["-O1", "-w", "-DSAFETY", "-DNOFAIR", "-DNOREDUCE", "-DMEMLIM=1000"]
            flags += [f"-DPER_PLANE_OF_CODE={per_plane}", f"-DACTIVE_OF_CODE={active}", "-DMOST_LINES=4000"]
            flags += [f"-DEVS_OF_CODE={planes * per_plane}", f"-DMESSAGES_OF_CODE={PACKETS}"]
            subprocess.run(["cc", *flags, "-o", "pan", "pan.c"], cwd=folder, check=True)
            self.made[shape] = folder / "pan"
        return self.made[shape]

    def refused_at(self, reader, bug=0):
        """Returns the line that the model cannot do, or None."""
        setup = reader.setup
        tails = [tail for role in reader.tails for tail in (role + [255] * PACKETS)[:PACKETS]]
        numbers = [setup.first % PSNS, setup.threshold, setup.successes, *tails, *setup.uplinks, len(reader.lines)]
        trace = self.folder / "trace"
        trace.write_text(" ".join(map(str, numbers)) + "\n" + "\n".join(line.text() for line in reader.lines) + "\n")
        environment = {"PATH": os.environ["PATH"], "TRACE": str(trace), "BUG": str(bug)}
        result = subprocess.run([str(self.program(setup.shape())), "-n", "-E", "-w14", "-m20000"], cwd=self.folder,
                                env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
        if "accepted" in result.stdout:
            return None
        furthest = [words.split()[1] for words in result.stdout.splitlines() if words.startswith("furthest")]
        if not furthest or "errors: 0" not in result.stdout:
            raise RuntimeError(f"{setup.name}, {len(reader.lines)} lines: status {result.returncode}\n"
                               + result.stdout + result.stderr)
        return int(furthest[-1])


def run_scripts(program, path):
    environment = dict(os.environ, MRC_MODEL_TRACE=str(path))
    subprocess.run([program, "--gtest_filter=Timeline.*"], env=environment, check=True, stdout=subprocess.DEVNULL)


def play(model, readers):
    """Plays all traces. Returns those that the model refuses."""
    refused = []
    for reader in readers:
        at = model.refused_at(reader) if reader.lines else None
        if at is not None:
            refused.append(reader)
            kind = KINDS[reader.lines[at].values["kind"]]
            print(f"REFUSED {reader.setup.name}: line {at + 1} of {len(reader.lines)}, {kind}: "
                  f"{reader.lines[at].text()}")
    return refused


def bugs_seen(model, readers):
    """Plants bugs in the model. Returns those that no trace shows."""
    unseen = []
    numbers = check.numbers()
    for bug in BUGS:
        shows = next((r for r in readers if r.lines and model.refused_at(r, numbers[bug]) is not None), None)
        print(f"{'ok' if shows else 'WRONG':5} {bug:16} {shows.setup.name if shows else 'no trace shows it'}")
        unseen += [] if shows else [bug]
    return unseen


def wrong_lines():
    """Yields a name and a function that makes a line wrong, if it is one of its kind."""

    def wrong_state(line):
        if KINDS[line.values["kind"]] == "sack":
            line.states = [line.states[0] ^ 1, *line.states[1:]]
            return True
        return False

    def wrong(kind, name, change):
        def make(line):
            if KINDS[line.values["kind"]] != kind or (kind == "send-data" and not line.values["again"]):
                return False
            line.values[name] = change(line.values[name])
            return True

        return make

    yield "another EV state", wrong_state
    yield "another packet sent again", wrong("send-data", "psn", lambda psn: (psn + 1) % PSNS)
    yield "another cack sent", wrong("send-sack", "psn", lambda psn: (psn + 1) % PSNS)
    yield "another bitmap sent", wrong("send-sack", "held", lambda held: held ^ 2)
    yield "another packet refused", wrong("send-nack", "psn", lambda psn: (psn + 1) % PSNS)


def wrong_traces_seen(model, readers):
    """Changes one line of a trace. Returns the changes that are not refused."""
    unseen = []
    for name, make in wrong_lines():
        found = None
        for reader in readers:
            for i, line in enumerate(reader.lines):
                kept = (dict(line.values), list(line.states))
                if make(line):
                    found = model.refused_at(reader) == i
                    line.values, line.states = kept
                    break
            if found is not None:
                break
        print(f"{'ok' if found else 'WRONG':5} {name}")
        unseen += [] if found else [name]
    return unseen


def summary(readers):
    whole = [reader for reader in readers if reader.lines and not reader.stopped]
    reasons = collections.Counter(reader.stopped for reader in readers if reader.stopped)
    for reason, count in reasons.most_common():
        print(f"{count:4} end at: {reason}")
    lines = sum(len(reader.lines) for reader in readers)
    print(f"{len(readers)} traces of {len({r.setup.name for r in readers})} scripts, {len(whole)} played whole, "
          f"{lines} lines played")
    return len(whole)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", help="mrc-unit-tests")
    parser.add_argument("--only", default="", help="traces of scripts whose name has this")
    options = parser.parse_args()
    if not shutil.which("spin") or not shutil.which("cc"):
        print("skipped: spin or a C compiler is missing (apt-get install spin)")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "traces"
        run_scripts(options.program, path)
        readers = [reader for reader in read_traces(path) if options.only in reader.setup.name]
        model = Model(folder)
        refused = play(model, readers)
        whole = summary(readers)
        if options.only:
            return 1 if refused else 0
        good = [reader for reader in readers if reader not in refused]
        unseen = bugs_seen(model, good) + wrong_traces_seen(model, good)
    print(f"{len(refused)} refused, {len(unseen)} planted bugs not seen, at least {LEAST} have to be played whole")
    return 1 if refused or unseen or whole < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
