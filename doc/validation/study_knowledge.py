# SPDX-License-Identifier: GPL-2.0-only
"""What NICs know of the failures of a study's cases, in the words of clause [failure-knowledge]."""

import pathlib
import re

from sweep.grid import FOLDER, text_of

HEAD = "failure knowledge"
FAILURES = "ns3::mrc::FabricProfile::"  # of the attributes that change it
DETECTION = "10us"  # FabricProfile::DetectDelay
BLACKOUTS = {"Cx8Like": ("900ms", "1.1s"), "Production": ("2s", "4s")}  # shortest and longest [port-blackout]
TOLD = re.compile(r"(?:port|nic|t0|plane|transceiver|random)\b")  # places that have ports of NICs
UNTOLD = re.compile(r"[^@]*/(?:silent|loss=|ber=|rate=)")  # effects that look up


def items(study, options):
    """The faults of some options, each as --fail takes it."""
    found = [] if options.get("fail", "none") == "none" else options["fail"].split(",")
    if "faults" in options:
        path = pathlib.Path(options["faults"].replace(FOLDER, str(study.path.parent)))
        lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
        found += [line for line in lines if line]
    return found


def of_ports(options):
    """The mode of ports and its times."""
    mode = options.get(FAILURES + "PortFailure", "Ideal")
    if mode == "Ideal":
        return f"Ideal, {options.get(FAILURES + 'DetectDelay', DETECTION)}"
    least, most = BLACKOUTS[mode]
    if mode == "Cx8Like":
        least, most = options.get(FAILURES + "BlackoutMinimum", least), options.get(FAILURES + "BlackoutMaximum", most)
    return f"{mode}, {least} to {most}"


def of_case(study, case):
    """The words of a case, a dash without failures."""
    if case.knowledge:
        return case.knowledge
    options = {name: text_of(value) for name, value in {**study.arguments, **case.arguments}.items()}
    found = []
    for item in items(study, options):
        found.append(of_ports(options) if TOLD.match(item) and not UNTOLD.match(item) else "nobody")
    if study.texts["program"] == "mrc-grey-link":
        found += ["nobody" for name in ("loss", "background") if float(options.get(name, 0)) > 0]
    if "missing" in options.get("links", ""):
        found.append("beforehand")
    return "; ".join(dict.fromkeys(found)) or "-"


def column(study):
    """{case: words}; empty if no case has a failure."""
    found = {case.name: of_case(study, case) for case in study.cases}
    return found if set(found.values()) != {"-"} else {}
