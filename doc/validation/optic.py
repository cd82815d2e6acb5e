# SPDX-License-Identifier: GPL-2.0-only
"""A transceiver of a T0 that flaps (figure 7): what its nodes lose, what those lose that send to them, and all others.

Each NIC sends to the one half of all ahead, 4 MB at a time. Planes, rates, delays and the bytes of a NIC are the same at each
size. A second of the paper's is 0.1 ms. The paper has some of the flaps' times and not their number. So outages are drawn:
one in two seconds, each of one to three seconds, as long as the paper's went on. Three of the transceiver's four nodes have them.
"""

import csv
import pathlib
import random
import subprocess
import tempfile

RANKS = (32, 64, 128)
SECOND_US = 100  # that stand for one of the paper's seconds
NODES = 3  # with ports that flap; the fourth node of the transceiver was not in the job
OUTAGES, SHORTEST, LONGEST = 20, 1, 3  # drawn; seconds
FIRST, END = 13.8, 54  # seconds of the two samples, in which ports flapped
SAMPLE = 30  # seconds
MESSAGE, MESSAGES = 4000000, 85  # bytes, and how many of each NIC: some 80 seconds
ROLES = ("flapping", "senders", "others")


def faults(seed):
    """What --fail takes: outages of the plane's ports of the first NICs."""
    draw = random.Random(seed)
    words = []
    for _ in range(OUTAGES):
        length = draw.uniform(SHORTEST, LONGEST)
        begin, nic = draw.uniform(FIRST, END - length), draw.randrange(NODES)
        words.append(f"port:{nic}.0@{begin * SECOND_US:.3f}us..{(begin + length) * SECOND_US:.3f}us")
    return ",".join(words)


def matrix(ranks):
    """The traffic: each NIC to the one half of all ahead."""
    rows = [f"{nic}->{(nic + ranks // 2) % ranks} start 0 size {MESSAGE}" for nic in range(ranks)]
    return "\n".join([f"Nodes {ranks}", f"Connections {ranks}", *rows, ""])


def role(nic, ranks):
    """What a NIC is: one that has a port that flaps, one that sends to such a NIC, or another."""
    return ROLES[0] if nic < NODES else ROLES[1] if (nic + ranks // 2) % ranks < NODES else ROLES[2]


def lost(rows, ranks):
    """{role: packets lost in each second}, by the end of the message that they belonged to."""
    found = {name: [0] * (2 * SAMPLE) for name in ROLES}
    for row in rows:
        second = int(float(row["finish_ns"]) / 1000 / SECOND_US)
        if second < 2 * SAMPLE:
            found[role(int(row["source"]), ranks)][second] += int(row["retransmissions"]) - int(row["trims"])
    return found


def run(program, ranks, seed):
    """Runs it once. Returns what lost gives."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "flows.cm").write_text(matrix(ranks), encoding="utf-8")
        command = [program, f"--matrix={folder}/flows.cm", "--topology=clos-4x100g", f"--nics={ranks}", "--quiet"]
        command += [f"--repeat={MESSAGES}", f"--csv={folder}/out", f"--RngRun={seed}", f"--fail={faults(seed)}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stderr}")
        with open(folder / "out/flows.csv", encoding="utf-8") as file:
            return lost(csv.DictReader(file), ranks)
