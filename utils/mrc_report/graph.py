# SPDX-License-Identifier: GPL-2.0-only
"""Draws the planes of a fabric that was read as a graph: a row for each distance from NICs."""

import collections
import html
import re

from .fabric import KINDS, MARGIN, MOST_LINKS, ROW, UNKNOWN, WIDTH, colour, words
from .record import TIERS_OF_NODES

ARC = 26  # how far a link between two nodes of a row bends
BUNDLE = 5  # how far links beside each other bend
# Faults of graphs alone, as KINDS has others.
MORE_KINDS = {
    "t3": (2, 0, lambda shape, plane, t3: [(3, t3)]),
    "t2-link": (3, 0, lambda shape, plane, t2, uplink: [(2, t2, uplink)]),
    "t3-link": (3, 0, lambda shape, plane, t3, uplink: [(3, t3, uplink)]),
}
LINK_KINDS = ("link", "upper-link", "t2-link", "t3-link")
NODE_KINDS = ("nic", "t0", "t1", "t2", "t3")
PLACE = re.compile(r"([a-z0-9-]+?)(?:-up|-down)?:([^/@]+)")


def key_of(node):
    """A node as KINDS has it: its tier, NICs -1, and its number."""
    return TIERS_OF_NODES[node["kind"]], node["number"]


def links_of(graph, plane):
    """The links of a plane, each with its place among those of the same two nodes."""
    seen = collections.Counter()
    found = []
    for link in graph["links"]:
        if link["plane"] == plane:
            ends = link["lower"], link["upper"]
            found.append((link, seen[ends]))
            seen[ends] += 1
    return found


def ends_of(graph, link):
    """What a fault by numbers may name of a link: its lower end, and the upper one too if that looks up."""
    lower, upper = (key_of(graph["nodes"][link[end]]) for end in ("lower", "upper"))
    ends = {(*lower, 0 if lower[0] < 0 else link["uplink"])}
    return ends | {(*upper, link["peer_link"])} if link["level"] else ends


def link_names(graph, link, number):
    """A-B and B-A, with the link's number behind it, and without one if that is 0."""
    names = [graph["nodes"][link[end]]["name"] for end in ("lower", "upper")]
    both = ["-".join(names), "-".join(reversed(names))]
    return {f"{name}.{number}" for name in both} | (set(both) if number == 0 else set())


def by_names(graph, plane, kind, place):
    """What a fault hits in a plane that names nodes of the graph's file; None: these are no such names."""
    nodes = {node["name"]: node for node in graph["nodes"]}
    if kind in LINK_KINDS:
        hit, is_name = set(), False
        for link, number in links_of(graph, plane):
            if place in link_names(graph, link, number):
                hit |= ends_of(graph, link)
                is_name = True
        return hit if is_name else None
    if kind == "port":
        nic, _, own = place.rpartition(".")
        here = {(*key_of(nodes[nic]), 0)} if nic in nodes and own == str(plane) else set()
        return here if nic in nodes else None
    if kind not in NODE_KINDS or place not in nodes:
        return None
    tier, number = key_of(nodes[place])
    if tier < 0:
        return {(tier, number, 0)}
    ends = {link[end] for link, _ in links_of(graph, plane) for end in ("lower", "upper")}
    here = any(graph["nodes"][node]["name"] == place for node in ends)  # numbers are those of a plane
    return {(tier, number)} if here else set()


def by_numbers(shape, plane, kind, place):
    """What a fault hits in a plane that has numbers, as of any fabric."""
    kinds = {**KINDS, **MORE_KINDS}
    if kind not in kinds or kind == "transceiver":
        return set()
    count, plane_at, parts = kinds[kind]
    numbers = [int(number) for number in place.split(".") if number.isdecimal() and len(number) < 10]
    if len(numbers) != count or place.count(".") != count - 1 or (plane_at is not None and numbers[plane_at] != plane):
        return set()
    return set(parts(shape, *numbers))


def failed(record, plane):
    """What faults hit in a plane: nodes, ends of links or all."""
    hit = set()
    for fault in record["faults"]:
        place = PLACE.match(fault["fault"])
        if place:
            named = by_names(record["graph"], plane, place[1], place[2])
            found = by_numbers(record["topology"], plane, place[1], place[2]) if named is None else named
            hit |= found
    return hit


def rows_of(graph, links):
    """{node: its distance from the next NIC} of the switches with links; those without a way to one are behind all."""
    near = collections.defaultdict(set)
    for link, _ in links:
        near[link["lower"]].add(link["upper"])
        near[link["upper"]].add(link["lower"])
    left = collections.deque(sorted(node for node in near if graph["nodes"][node]["kind"] == "nic"))
    rows = dict.fromkeys(left, 0)
    while left:
        node = left.popleft()
        for other in sorted(near[node] - rows.keys()):
            rows[other] = rows[node] + 1
            left.append(other)
    last = max(rows.values(), default=0) + 1
    return {node: rows.get(node, last) for node in near if graph["nodes"][node]["kind"] != "nic"}


def place_nodes(rows):
    """({node: (x, y)}, height), NICs at the bottom."""
    of_row = collections.defaultdict(list)
    for node in sorted(rows):
        of_row[rows[node]].append(node)
    top = max(of_row, default=0)
    places = {}
    for row, nodes in of_row.items():
        for index, node in enumerate(nodes):
            x = MARGIN + (WIDTH - 2 * MARGIN) * (index + 0.5) / len(nodes)
            places[node] = x, MARGIN + ARC + (top - row) * ROW
    return places, 2 * MARGIN + ARC + top * ROW


def curve(ends, number):
    """The path of a link: straight, but for links within a row, and those beside others."""
    (x1, y1), (x2, y2) = ends
    bend = (-ARC if y1 == y2 else 0) + number * BUNDLE
    middle = (x1 + x2) / 2 + (0 if y1 == y2 else bend), (y1 + y2) / 2 + (bend if y1 == y2 else 0)
    return f"M{x1:.1f} {y1:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {x2:.1f} {y2:.1f}"


def stroke(known, is_dead):
    """How a link with such loads of its ports is drawn."""
    return f'stroke="{colour(max(known)) if known else UNKNOWN}"' + (' class="dead"' if is_dead else "")


def path(ends, number, look, title):
    """A link between two places."""
    return f'<path d="{curve(ends, number)}" {look}><title>{html.escape(title)}</title></path>'


def draw_nics(graph, below, places, loads, dead):
    """(lines, dots) of NICs: those of a switch are one dot with their count."""
    lines, dots = [], []
    for node, links in sorted(below.items()):
        x, y = places[node]
        ports = [link[end] for link in links for end in ("up", "down")]
        hit = sum(not dead.isdisjoint(("all", key_of(graph["nodes"][node]), *ends_of(graph, link))) for link in links)
        most = max((loads[port] for port in ports if port in loads), default=None)
        names = ", ".join(graph["nodes"][link["lower"]]["name"] for link in links[:8]) + (", ..." if len(links) > 8 else "")
        title = f"{len(links)} NICs, {names}: {words(most)} at most; {hit} hit by a fault"
        lines.append(path(((x, y), (x, y + ROW)), 0, stroke([] if most is None else [most], hit), title))
        style = ' class="deadnode"' if hit else ""
        dots.append(f'<circle cx="{x:.1f}" cy="{y + ROW:.1f}" r="3"{style}><title>{html.escape(title)}</title></circle>')
        dots.append(f'<text x="{x + 6:.1f}" y="{y + ROW + 4:.1f}">{len(links)}</text>')
    return lines, dots


def draw_plane(record, plane, loads):
    """The picture of a plane, None if it would be too full. Links have the greater load of their directions."""
    graph = record["graph"]
    links = links_of(graph, plane)
    if len(links) > MOST_LINKS:
        return None
    dead = failed(record, plane)
    places, height = place_nodes(rows_of(graph, links))
    below = collections.defaultdict(list)
    lines, marked = [], []
    for link, number in links:
        kinds = [graph["nodes"][link[end]]["kind"] for end in ("lower", "upper")]
        if "nic" in kinds:
            if kinds[1] != "nic":
                below[link["upper"]].append(link)
            continue
        known = [loads[port] for port in (link["up"], link["down"]) if port in loads]
        nodes = [key_of(graph["nodes"][link[end]]) for end in ("lower", "upper")]
        is_dead = not dead.isdisjoint(("all", *nodes, *ends_of(graph, link)))
        title = "; ".join(f"{link[end]}: {words(loads.get(link[end]))}" for end in ("up", "down"))
        ends = places[link["lower"]], places[link["upper"]]
        (marked if is_dead else lines).append(path(ends, number, stroke(known, is_dead), title))
    more, dots = draw_nics(graph, below, places, loads, dead)
    for node, (x, y) in places.items():
        style = ' class="deadnode"' if not dead.isdisjoint(("all", key_of(graph["nodes"][node]))) else ""
        name = html.escape(graph["nodes"][node]["name"])
        dots.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5"{style}><title>{name}</title></circle>')
    box = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    svg = f'<svg class="fabric" {box} role="img" aria-label="plane {plane}">{"".join(more + lines + marked + dots)}</svg>'
    return f"<figure>{svg}<figcaption>plane {plane}</figcaption></figure>"
