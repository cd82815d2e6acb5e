# SPDX-License-Identifier: GPL-2.0-only
"""Reads run.json, and checks that it has what a report needs."""

import json
import math
import re

from .errors import InputError, not_utf8

FORMAT = 1  # of run.json: the one that is understood
DEEPEST = 16  # objects and lists in each other: more is no record
MOST = 2**64 - 1  # a number is at most this
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Missing:
    """Stands for a member that is not there, where null is a value."""


def whole(least=0, most=MOST):
    """A whole number of this range."""
    words = f"a whole number, {least} .. {most}"
    return lambda value: type(value) is int and least <= value <= most, words


def is_number(value):
    """Whether this is a number; true and false are none."""
    return type(value) in (int, float)


# What a member may be: a function that says so, and words.
OBJECT = (lambda value: isinstance(value, dict), "an object")
LIST = (lambda value: isinstance(value, list), "a list")
TEXT = (lambda value: isinstance(value, str), "a text")
FLAG = (lambda value: isinstance(value, bool), "true or false")
TIME = (lambda value: is_number(value) and value >= 0, "a number, 0 or more")
TIME_OR_NEVER = (lambda value: value is None or TIME[0](value), "a number, 0 or more, or null")
VALUE = (lambda value: value is None or isinstance(value, str) or is_number(value), "a number, a text or null")

# Members that must be there, each behind the one that holds it; [] stands for each part of a list.
COMMON = (
    ("format", (lambda value: type(value) is int and value == FORMAT, str(FORMAT))),
    ("figures", LIST),
    ("figures[]", OBJECT),
    ("figures[].name", TEXT),
    ("figures[].value", VALUE),
    ("figures[].unit", TEXT),
    ("end", OBJECT),
    ("end.simulated_ns", whole()),
)
# Of lives of jobs, in place of a fabric.
LIFE = (("life", OBJECT), ("life.file", TEXT), ("life.seeds", whole(1)))
# Of runs on a fabric.
FABRIC = (
    ("topology", OBJECT),
    ("topology.planes", whole(1, 8)),
    ("topology.is_graph", FLAG),
    ("links", OBJECT),
    ("links.nic_bit_per_s", whole()),
    ("links.t0_t1_bit_per_s", whole()),
    ("links.t1_t2_bit_per_s", whole()),
    ("links.differ", FLAG),
    ("faults", LIST),
    ("faults[]", OBJECT),
    ("faults[].fault", TEXT),
    ("faults[].begin_ns", TIME),
    ("faults[].end_ns", TIME_OR_NEVER),
)
# Of fabrics that were not read as graphs.
TIERS = (
    ("topology.nics", whole(1)),
    ("topology.nics_per_t0", whole(1)),
    ("topology.t0s_per_pod", whole()),
    ("topology.t1s_of_a_t0", whole()),
    ("topology.links_to_each_t1", whole(1)),
    ("topology.t1_uplinks", whole()),
    ("topology.t0s_per_plane", whole(1)),
    ("topology.t1s_per_plane", whole()),
    ("topology.t2s_per_plane", whole()),
)
TIERS_OF_NODES = {"nic": -1, "t0": 0, "t1": 1, "t2": 2, "t3": 3}  # of a graph, by their kinds
KIND = (lambda value: isinstance(value, str) and value in TIERS_OF_NODES, f"one of {', '.join(TIERS_OF_NODES)}")
# Members that may be missing, with what they hold.
MAY_BE_MISSING = {
    "tables": (("tables", LIST), ("tables[]", TEXT)),
    "collective": (("collective", OBJECT), ("collective.buffer_bytes", whole())),
    "graph": (
        ("graph", OBJECT),
        ("graph.nodes", LIST),
        ("graph.nodes[]", OBJECT),
        ("graph.nodes[].name", TEXT),
        ("graph.nodes[].kind", KIND),
        ("graph.nodes[].number", whole()),
        ("graph.links", LIST),
        ("graph.links[]", OBJECT),
        ("graph.links[].plane", whole(0, 7)),
        ("graph.links[].lower", whole()),
        ("graph.links[].upper", whole()),
        ("graph.links[].up", TEXT),
        ("graph.links[].down", TEXT),
        ("graph.links[].uplink", whole()),
        ("graph.links[].level", FLAG),
        ("graph.links[].peer_link", whole()),
    ),
}


def shown(value):
    """A value as JSON has it, the beginning of a long one."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:60] + "..."


def places_of(value, names, place=""):
    """(place, value) of all that the names lead to; Missing is the value where there is none."""
    if not names:
        yield place, value
    elif names[0] == "[]":
        for index, part in enumerate(value):
            yield from places_of(part, names[1:], f"{place}[{index}]")
    else:
        place = f"{place}.{names[0]}" if place else names[0]
        if names[0] in value:
            yield from places_of(value[names[0]], names[1:], place)
        else:
            yield place, Missing


def check_members(path, record, members):
    """Refuses a record without one of these members, or with another value there than such a one."""
    for member, (fits, words) in members:
        for place, value in places_of(record, re.findall(r"\[\]|\w+", member)):
            if value is Missing:
                raise InputError(f"{path}: there is no member {place}; expected {words}")
            if not fits(value):
                raise InputError(f"{path}: {place} is {shown(value)}; expected {words}")


def check_values(path, record):
    """Refuses what no table, page or database can hold, whatever the member."""
    left = [("", record, 0)]
    while left:
        name, value, depth = left.pop()
        place = shown(name.lstrip("."))[1:-1]  # a name may have any characters
        if depth > DEEPEST:
            raise InputError(f"{path}: {place} is {depth} levels deep; expected at most {DEEPEST}")
        if isinstance(value, dict):
            left += [(f"{name}.{key}", part, depth + 1) for key, part in reversed(value.items())]
            value = "".join(value)
        elif isinstance(value, list):
            left += [(f"{name}[{index}]", part, depth + 1) for index, part in reversed(list(enumerate(value)))]
        if isinstance(value, str) and LONE_SURROGATE.search(value):
            raise InputError(f"{path}: {place} has half a character; expected Unicode")
        if is_number(value) and not abs(value) <= MOST:
            raise InputError(f"{path}: {place} is no number of 64 bits; expected one up to {MOST}")


def check_tiers(path, shape):
    """Refuses a number of switches that the other numbers of the fabric do not make."""
    t0s = -(-shape["nics"] // shape["nics_per_t0"])
    pods = -(-t0s // shape["t0s_per_pod"]) if shape["t0s_per_pod"] else 1
    expected = {
        "t0s_per_plane": t0s,
        "t1s_per_plane": pods * shape["t1s_of_a_t0"],
        "t2s_per_plane": shape["t1s_of_a_t0"] * shape["t1_uplinks"] if shape["t0s_per_pod"] else 0,
    }
    for name, count in expected.items():
        if shape[name] != count:
            raise InputError(f"{path}: topology.{name} is {shape[name]}; expected {count}, as its other numbers say")


def check_graph(path, graph):
    """Refuses a link of a node that the graph does not have."""
    count = len(graph["nodes"])
    for index, link in enumerate(graph["links"]):
        for end in ("lower", "upper"):
            if link[end] >= count:
                raise InputError(f"{path}: graph.links[{index}].{end} is {link[end]}; expected a node, below {count}")


def parsed(path, text):
    """The value that JSON has; numbers that are too long are infinite."""
    try:
        return json.loads(text, parse_int=lambda digits: int(digits) if len(digits) <= 20 else math.inf)
    except RecursionError as error:
        raise InputError(f"{path}: too many levels; expected at most {DEEPEST}") from error
    except ValueError as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise InputError(f"{path}:{line}:{column}: {getattr(error, 'msg', error)}; expected JSON") from error


def read_record(path):
    """What run.json says."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise not_utf8(path) from error
    except FileNotFoundError as error:
        raise InputError(f"{path}: there is no such file; expected a folder of mrc-fabric --csv=FOLDER") from error
    if not text.strip():
        raise InputError(f"{path} is empty: the run has not ended, or was killed")
    record = parsed(path, text)
    if not isinstance(record, dict):
        raise InputError(f"{path}: it is {shown(record)}; expected an object")
    check_values(path, record)
    check_members(path, record, COMMON)
    check_members(path, record, LIFE if "life" in record else FABRIC)
    for name, members in MAY_BE_MISSING.items():
        check_members(path, record, members if name in record else ())
    if "graph" in record:
        check_graph(path, record["graph"])
    if "life" not in record and not record["topology"]["is_graph"]:
        check_members(path, record, TIERS)
        check_tiers(path, record["topology"])
    return record
