#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Gives the examples wrong options: each must end with an error that names what and what was
expected, soon and without a crash. Argument: the folder of the built examples."""

import subprocess
import sys

# ns-3's CommandLine names the argument, and the usage behind it says what was expected
NS3 = "Invalid command-line argument: "

# program, arguments, words on standard output or error
CASES = [
    ("mrc-fabric", "--matrix=no.cm", "no.cm:1:1: cannot open the file; expected a traffic matrix"),
    ("mrc-fabric", "--matrix=.", ".:1:1: cannot read the file; expected a readable text"),
    ("mrc-fabric", "--topology=no.topo", "no.topo:1:1: cannot open the file; expected a topology"),
    ("mrc-fabric", "--topology=clos", "unknown topology preset 'clos'; expected one of clos-8x"),
    ("mrc-fabric", "--planes=9", "planes = 9; expected 1 .. 8"),
    ("mrc-fabric", "--planes=two", NS3 + "--planes=two"),
    ("mrc-fabric", "--nics=31", "--topology=ls32_100.topo has 32 NICs; expected 31"),
    ("mrc-fabric", "--repeat=4294967295", "4294967295 repetitions; expected 1 .. 1000000000"),
    ("mrc-fabric", "--fail=link:0.9.9@1ms", "fault list, item 1 'link:0.9.9@1ms', character 8:"),
    ("mrc-fabric", "--fail=fire", "expected 'link:', 't0:', 't1:' or 'port:'"),
    ("mrc-fabric", "--stop=5", NS3 + "--stop=5"),
    ("mrc-fabric", "--stop=5parsec", NS3 + "--stop=5parsec"),
    ("mrc-fabric", "--stop=-5ms", NS3 + "--stop=-5ms"),
    ("mrc-fabric", "--timeLimit=-1", "limits of -1.000000 s of wall time"),
    ("mrc-fabric", "--csv=/dev/null/x", "cannot write the file /dev/null/x/flows.csv: Not a dir"),
    ("mrc-fabric", "--colour=red", NS3 + "--colour=red"),
    ("mrc-fabric", "planes=2", "argument 'planes=2' is no option; expected --NAME=VALUE"),
    ("mrc-fabric", "--ns3::mrc::FabricProfile::TrimSize=107", NS3 + "--ns3::mrc::FabricProfile::"),
    ("mrc-fabric", "--ns3::mrc::FabricProfile::Trim=200", NS3 + "--ns3::mrc::FabricProfile::Trim"),
    ("mrc-validation", "--target=T99", "--target=T99; expected T1, "),
    ("mrc-validation", "--length=5", NS3 + "--length=5"),
    ("mrc-validation", "--length=-5ms", NS3 + "--length=-5ms"),
    ("mrc-fabric", "--pcap=/none/x", "/none/x-nic0-p0.pcap: No such file or directory; there is no"),
    ("mrc-fabric", "--flowmon=/none/x", "/none/x: No such file or directory; there is no folder /none"),
    ("mrc-fabric", "--flowmon=/dev/full", "cannot write the file /dev/full: No space left on device"),
    ("mrc-fabric", "--pcapPorts=nic0", "--pcapPorts=nic0 without --pcap=PREFIX"),
    ("mrc-fabric", "--pcap=x --pcapPorts=nic32", "item 'nic32': expected a node of this fabric"),
    ("mrc-validation", "T1", "argument 'T1' is no option; expected --NAME=VALUE"),
    ("mrc-validation", "--length=0", "expected a length above 0"),
    ("mrc-incast", "--target=5:1-100G", "--target=5:1-100G; expected 4:1-100G, "),
    ("mrc-incast", "--target=", ", 15:1-400G, 15:1-far or all"),
    ("mrc-incast", "--runs=0", "--runs=0; expected 1 .. 1000"),
    ("mrc-incast", "--runs=-1", "--runs=4294967295; expected 1 .. 1000"),
    ("mrc-incast", "--runs=ten", NS3 + "--runs=ten"),
    ("mrc-incast", "--trims=many", NS3 + "--trims=many"),
    ("mrc-incast", "--csv=maybe", NS3 + "--csv=maybe"),
    ("mrc-incast", "4:1-100G", "argument '4:1-100G' is no option; expected --NAME=VALUE"),
    ("mrc-first", "--bytes=many", NS3 + "--bytes=many"),
    ("mrc-first", "--pcap=/none/x", "mrc-first: error: cannot write the file /none/x-nic0-p0.pcap: "),
    ("mrc-verbs", "--wrong-key=maybe", NS3 + "--wrong-key=maybe"),
    ("mrc-verbs", "more", "argument 'more' is no option; expected --NAME=VALUE"),
    ("mrc-first", "more", "argument 'more' is no option; expected --NAME=VALUE"),
]

# What is wrong with a global value or a call ends by std::terminate, with words all the same.
FATAL_CASES = [
    ("mrc-fabric", "--SimulatorImplementationType=ns3::Foo", "'ns3::Foo' is no simulator; expected"),
    ("mrc-fabric", "--SchedulerType=ns3::Object", "'ns3::Object' is no scheduler; expected"),
    ("mrc-verbs", "--bytes=0", "memory of 0 bytes at address 65536 was registered; expected"),
    ("mrc-first", "--bytes=0", "a Write of 0 bytes was posted; expected 1 .. 4294967295"),
]

# programs and arguments, whose standard output goes to a full disk
FULL_CASES = [
    ("mrc-first", ""),
    ("mrc-fabric", "--matrix=incast.cm --topology=clos-8x100g --quiet"),
    ("mrc-incast", "--target=4:1-100G --runs=1"),
    ("mrc-validation", "--target=T1 --length=1ms"),
]


def check(folder, program, arguments, words, status, full=False):
    """Returns what is wrong with the program's answer, or None."""
    command = [f"{folder}/{program}", *arguments.split()]
    if full:
        command = ["sh", "-c", '"$@" 2>&1 >/dev/full', "sh", *command]
    run = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    if words not in run.stdout:
        return f"expected '{words}' in:\n{run.stdout[:2000]}"
    if run.returncode != status:
        return f"status {run.returncode}; expected {status}"
    return None


def main():
    """Runs all cases."""
    folder = sys.argv[1]
    full = "{}: error: cannot write all of the output to standard output; expected room"
    cases = [(case, 1, False) for case in CASES]
    cases += [(case, -6, False) for case in FATAL_CASES]
    cases += [((*case, full.format(case[0])), 1, True) for case in FULL_CASES]
    failures = 0
    for (program, arguments, words), status, is_full in cases:
        trouble = check(folder, program, arguments, words, status, is_full)
        if trouble:
            failures += 1
            print(f"{program} {arguments}: {trouble}")
    print(f"{len(cases) - failures} of {len(cases)} wrong options are told as they should be")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
