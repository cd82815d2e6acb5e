#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes traces of Chakra for the ranks of a small training job: PREFIX.0.et and so on, PREFIX.json.

usage: bench/make-chakra.py PREFIX [--ranks=N] [--layers=N] [--steps=N] [--kibibytes=N]

Ranks 2 r and 2 r + 1 are a tensor group, which sums activations of a layer. Even ranks and odd ranks are
data groups, which sum gradients beside the backward pass. At the end of a step each rank sends 64 KiB to
the next and meets all others at a barrier.
"""

import argparse
import json

COMP, SEND, RECV, COLL = 4, 5, 6, 7
ALL_REDUCE, BARRIER = 0, 9
FORWARD_US, BACKWARD_US = 20, 40
HANDED_ON = 65536  # bytes


def varint(number):
    """Returns a number as protobuf writes it."""
    data = bytearray()
    while number >= 0x80:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    data.append(number)
    return bytes(data)


def number(field, value):
    """Returns a field with a number."""
    return varint(field << 3) + varint(value)


def sized(field, value):
    """Returns a field with bytes."""
    return varint(field << 3 | 2) + varint(len(value)) + value


def attribute(name, value):
    """Returns an attribute of a node, a number or a text."""
    text = sized(29, value.encode()) if isinstance(value, str) else number(9, value)
    return sized(10, sized(1, name.encode()) + text)


class Trace:
    """The nodes of a rank."""

    def __init__(self, path):
        self.file = open(path, "wb")
        self.count = 0
        self.write(sized(1, b"0.0.4"))

    def write(self, message):
        self.file.write(varint(len(message)) + message)

    def add(self, name, kind, after, micros=0, **attributes):
        """Writes a node that waits for others. Returns its id."""
        node = number(1, self.count) + sized(2, name.encode()) + number(3, kind)
        if after:
            node += sized(5, b"".join(varint(one) for one in after))
        if micros:
            node += number(7, micros)
        for key, value in attributes.items():
            node += attribute(key, value)
        self.write(node)
        self.count += 1
        return self.count - 1


def write_rank(path, rank, arguments):
    """Writes the trace of a rank."""
    trace = Trace(path)
    size = arguments.kibibytes * 1024
    tensor, data = f"t{rank // 2}", f"d{rank % 2}"
    last = []
    for _ in range(arguments.steps):
        for layer in range(arguments.layers):
            work = trace.add(f"forward {layer}", COMP, last, FORWARD_US)
            last = [trace.add(f"activations {layer}", COLL, [work], comm_type=ALL_REDUCE, comm_size=size, pg_name=tensor)]
        sums = []
        for layer in reversed(range(arguments.layers)):
            last = [trace.add(f"backward {layer}", COMP, last, BACKWARD_US)]
            sums.append(trace.add(f"gradients {layer}", COLL, last, comm_type=ALL_REDUCE, comm_size=size, pg_name=data))
        following, previous = (rank + 1) % arguments.ranks, (rank - 1) % arguments.ranks
        sent = trace.add("send", SEND, last, comm_dst=following, comm_size=HANDED_ON, comm_tag=1)
        received = trace.add("recv", RECV, [], comm_src=previous, comm_size=HANDED_ON, comm_tag=1)
        last = [trace.add("barrier", COLL, sums + [sent, received], comm_type=BARRIER)]
    trace.file.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix")
    parser.add_argument("--ranks", type=int, default=4, help="an even number")
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--steps", type=int, default=1)
    parser.add_argument("--kibibytes", type=int, default=256, help="of each sum")
    arguments = parser.parse_args()
    if arguments.ranks < 2 or arguments.ranks % 2 != 0:
        parser.error(f"{arguments.ranks} ranks; expected an even number, 2 or more")
    for rank in range(arguments.ranks):
        write_rank(f"{arguments.prefix}.{rank}.et", rank, arguments)
    groups = {f"t{pair}": [2 * pair, 2 * pair + 1] for pair in range(arguments.ranks // 2)}
    groups.update({f"d{odd}": list(range(odd, arguments.ranks, 2)) for odd in range(2)})
    with open(f"{arguments.prefix}.json", "w", encoding="utf-8") as file:
        json.dump(groups, file)
        file.write("\n")


if __name__ == "__main__":
    main()
