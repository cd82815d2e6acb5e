# SPDX-License-Identifier: GPL-2.0-only
"""Draws the planes of a fabric with the load of their links, and with what failed."""

import html
import re

TRANSCEIVER_LINKS = 4  # of a T0, downlinks first [transceiver-links]
MOST_LINKS = 2500  # of a plane: more are a blot
WIDTH, ROW, MARGIN = 560, 78, 16
UNKNOWN = "#c8c8c8"


def colour(load):
    """From grey blue, idle, over yellow to dark red, full."""
    stops = ((210, 220, 232), (245, 200, 80), (170, 20, 30))
    share = min(max(load, 0.0), 1.0) * 2
    low, high = stops[min(int(share), 1)], stops[min(int(share), 1) + 1]
    part = share - min(int(share), 1)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(low, high))


def links_of(shape, plane):
    """(lower node, upper node, port up, port down) of each link: nodes as (tier, number), NICs are tier -1."""
    t0s, t1s = shape["t0s_per_plane"], shape["t1s_of_a_t0"]
    pod = shape["t0s_per_pod"] or t0s
    found = []
    for nic in range(shape["nics"]):
        t0, place = divmod(nic, shape["nics_per_t0"])
        found.append(((-1, nic), (0, t0), f"nic{nic}.p{plane}", f"p{plane}.t0.{t0}.down{place}"))
    for t0 in range(t0s):
        for uplink in range(t1s * shape["links_to_each_t1"]):
            t1 = t0 // pod * t1s + uplink % t1s
            downlink = uplink // t1s * pod + t0 % pod  # first links of all pairs, then second ones [parallel-links]
            found.append(((0, t0), (1, t1), f"p{plane}.t0.{t0}.up{uplink}", f"p{plane}.t1.{t1}.down{downlink}"))
    for t1 in range(shape["t1s_per_plane"] if shape["t2s_per_plane"] else 0):
        for uplink in range(shape["t1_uplinks"]):
            t2 = t1 % t1s * shape["t1_uplinks"] + uplink
            ports = f"p{plane}.t1.{t1}.up{uplink}", f"p{plane}.t2.{t2}.down{t1 // t1s}"
            found.append(((1, t1), (2, t2), *ports))
    return found


def count_links(shape):
    """How many links a plane has, without making them."""
    trunk = shape["t0s_per_plane"] * shape["t1s_of_a_t0"] * shape["links_to_each_t1"]
    upper = shape["t1s_per_plane"] * shape["t1_uplinks"] if shape["t2s_per_plane"] else 0
    return shape["nics"] + trunk + upper


def transceiver(shape, t0, number):
    """Ends of the links of a transceiver of a T0: those of its downlinks come first."""
    nics = range(t0 * shape["nics_per_t0"], min((t0 + 1) * shape["nics_per_t0"], shape["nics"]))
    ends = [(-1, nic, 0) for nic in nics]
    before = -(-len(ends) // TRANSCEIVER_LINKS)
    if number >= before:
        ends = [(0, t0, uplink) for uplink in range(shape["t1s_of_a_t0"] * shape["links_to_each_t1"])]
        number -= before
    return ends[number * TRANSCEIVER_LINKS : (number + 1) * TRANSCEIVER_LINKS]


# Of each kind of fault: how many numbers its place has, which of them is the plane, if any, and what it hits.
# That is a node, (tier, number), an end of a link, (tier, number, uplink), or all.
KINDS = {
    "port": (2, 1, lambda shape, nic, plane: [(-1, nic, 0)]),
    "nic": (1, None, lambda shape, nic: [(-1, nic, 0)]),
    "plane": (1, 0, lambda shape, plane: ["all"]),
    "t0": (2, 0, lambda shape, plane, t0: [(0, t0)]),
    "t1": (2, 0, lambda shape, plane, t1: [(1, t1)]),
    "t2": (2, 0, lambda shape, plane, t2: [(2, t2)]),
    "link": (3, 0, lambda shape, plane, t0, uplink: [(0, t0, uplink)]),
    "upper-link": (3, 0, lambda shape, plane, t1, uplink: [(1, t1, uplink)]),
    "transceiver": (3, 0, lambda shape, plane, t0, number: transceiver(shape, t0, number)),
}
PLACE = re.compile(r"([a-z0-9-]+?)(?:-up|-down)?:([0-9.]+)(?=[/@]|$)")


def failed(faults, plane, shape):
    """What faults hit in a plane, as KINDS has it, as far as a drawing has that."""
    hit = set()
    for fault in faults:
        place = PLACE.match(fault["fault"])
        if not place or place[1] not in KINDS:
            continue
        count, plane_at, parts = KINDS[place[1]]
        numbers = [int(number) for number in place[2].split(".") if 0 < len(number) < 10]
        if len(numbers) == count and (plane_at is None or numbers[plane_at] == plane):
            hit.update(parts(shape, *numbers))
    return hit


def place_nodes(shape):
    """{node: (x, y)}."""
    counts = {-1: shape["nics"], 0: shape["t0s_per_plane"], 1: shape["t1s_per_plane"], 2: shape["t2s_per_plane"]}
    rows = [tier for tier in (2, 1, 0, -1) if counts[tier]]
    span = WIDTH - 2 * MARGIN
    places = {}
    for row, tier in enumerate(rows):
        for index in range(counts[tier]):
            places[tier, index] = (MARGIN + span * (index + 0.5) / counts[tier], MARGIN + row * ROW)
    return places, 2 * MARGIN + ROW * (len(rows) - 1)


def words(load):
    """A load in words."""
    return "load not known" if load is None else f"{100 * load:.1f} %"


def draw_plane(record, plane, loads):
    """The picture of a plane, None if it would be too full. Links have the greater load of their directions."""
    shape = record["topology"]
    if count_links(shape) > MOST_LINKS:
        return None
    places, height = place_nodes(shape)
    dead = failed(record["faults"], plane, shape)
    lines, marked = [], []
    for index, (lower, upper, up, down) in enumerate(links_of(shape, plane)):
        known = [loads[port] for port in (up, down) if port in loads]
        uplink = int(re.search(r"up(\d+)$", up)[1]) if lower[0] >= 0 else 0
        is_dead = not dead.isdisjoint(("all", lower, upper, (*lower, uplink)))
        (x1, y1), (x2, y2) = places[lower], places[upper]
        title = f"{up}: {words(loads.get(up))}; {down}: {words(loads.get(down))}"
        style = f'stroke="{colour(max(known)) if known else UNKNOWN}"' + (' class="dead"' if is_dead else "")
        line = f'<line x1="{x1:.1f}" y1="{y1}" x2="{x2:.1f}" y2="{y2}" {style}><title>{html.escape(title)}</title></line>'
        (marked if is_dead else lines).append((max(known, default=-1), index, line))
    dots = []
    for (tier, index), (x, y) in places.items():
        name = f"nic{index}" if tier < 0 else f"p{plane}.t{tier}.{index}"
        style = ' class="deadnode"' if not dead.isdisjoint(("all", (tier, index))) else ""
        dots.append(f'<circle cx="{x:.1f}" cy="{y}" r="{3 if tier < 0 else 5}"{style}><title>{name}</title></circle>')
    drawn = "".join(line for _, _, line in sorted(lines) + sorted(marked)) + "".join(dots)
    box = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    svg = f'<svg class="fabric" {box} role="img" aria-label="plane {plane}">{drawn}</svg>'
    return f"<figure>{svg}<figcaption>plane {plane}</figcaption></figure>"
