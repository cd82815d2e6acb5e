# SPDX-License-Identifier: GPL-2.0-only
"""The paper's experiments: what is run for each, and what is said and drawn of it."""

import dataclasses
import typing

import claims
import collectives
import figures
import flaps
import optic
import published
import rerouting
import roce
from jobs import Job

LARGE_SEND_RECEIVE = ((32, 1024), (64, 1024), (128, 1024), (32, 42020))  # MB and NICs; the last one is 860 million packet-hops
FIXED_WINDOW = ("T1", "T2", "T8", "T9", "T10")  # targets that take no time


@dataclasses.dataclass(frozen=True)
class Setting:
    """How much is run."""

    is_quick: bool
    second: int  # ms that stand for one of the paper's

    def words(self):
        """The same for a person."""
        words = "quick: one seed of rings, three hashes of RoCEv2, rings up to 128 MB" if self.is_quick else "full length"
        return f"{words}; {self.second} ms stand for one of the paper's seconds where links fail"


@dataclasses.dataclass(frozen=True)
class Experiment:
    """A figure or a section of the paper."""

    name: str
    title: str
    words: str  # what it shows, and what not
    jobs: typing.Callable  # of a setting: the runs
    claims: typing.Callable  # of results by job: the rows
    draw: typing.Callable = None  # of results and setting: pictures beside the bars
    has_bars: bool = True
    is_extra: bool = False  # not of the paper: run by name only
    knowledge: str = ""  # what is known of its failures [failure-knowledge]


def targets(*names):
    """Returns the function that gives the jobs of these targets."""

    def jobs(setting):
        found = []
        for name in names:
            is_cheap = name.split("-")[0] in FIXED_WINDOW
            window = [] if is_cheap or not setting.is_quick else ["--fixedWindow=false"]
            found.append(Job("target", (name, f"--second={setting.second}", *window)))
        return found

    return jobs


def with_suffixes(*names):
    """Targets with an even deal and with one by chance, few and many uplinks."""
    return targets(*(name + suffix for name in names for suffix in ("", "-random", "-256", "-256-random")))


def rings(setting):
    """The runs of figure 16."""
    sizes = [size for size in collectives.PUBLISHED if size < 1024]
    seeds = 1 if setting.is_quick else 3
    cells = collectives.cells(sizes, published.RING_LOSSES)
    found = [Job("ring", tuple(cell), seed) for cell in cells for seed in range(1, seeds + 1)]
    if not setting.is_quick:
        found += [Job("ring", tuple(cell)) for cell in collectives.cells([1024], [0])]
    return found


def of_rings(results):
    """The rows of figure 16, and of what takes too long."""
    return [*claims.of_rings(results), *TOO_LARGE(results)]


def send_receive(setting):
    """The runs of figure 15."""
    found = [Job("send-receive", (size, 32)) for size in published.SEND_RECEIVE]
    return found if setting.is_quick else found + [Job("send-receive", (size, nics)) for size, nics in LARGE_SEND_RECEIVE]


def incasts(setting):
    """The runs of figures 18 and 21: MRC's target, and RoCEv2 over some hashes."""
    seeds = range(1, 4 if setting.is_quick else claims.HASHES + 1)
    found = targets("T10", "T10-stev", "T10-udp", "T10-marks", "T10-default")(setting)
    return found + [Job("incast", (*case, 100, 20), seed) for case in roce.INCASTS for seed in seeds]


def queues(setting):
    """The runs of figure 22."""
    return [Job("queue", (name, 5 if setting.is_quick else 20)) for name in figures.QUEUES]


def around_a_fault(setting):
    """The runs of X1."""
    collectives_of = ("ring",) if setting.is_quick else rerouting.COLLECTIVES
    cells = rerouting.cells(collectives_of)
    return [Job("collective", cell, seed) for cell in cells for seed in range(1, rerouting.SEEDS[cell[1]] + 1)]


def during_jobs(setting):
    """The runs of figures 5 and 6."""
    ranks = flaps.RANKS
    found = [Job("flaps", (name, many)) for many in ranks for name in ("none", "transceiver")]
    return found + [Job("flaps", (str(count), ranks[0]), seed) for count in flaps.FLAPS for seed in range(1, 11)]


def optics(setting):
    """The runs of figure 7."""
    ranks, seeds = (optic.RANKS[:1], 1) if setting.is_quick else (optic.RANKS, 3)
    return [Job("optic", (many,), seed) for many in ranks for seed in range(1, seeds + 1)]


def told(*rows):
    """Returns the function that gives rows of what is not run."""
    return lambda results: [claims.not_run(*row) for row in rows]


TOO_LARGE = told(
    ("T12: rings of 1,024 MB that lose packets", "0.1 and 1 % lost (Fig. 16)",
     "doc/validation/collectives.py --sizes=1024 runs them; --scaling says what smaller ones say of them"),
    ("T12: rings of 2,048 to 16,384 MB", "up to 380.9 Gb/s (Fig. 16)",
     "for their size: doc/validation/collectives.py --scaling says what three smaller ones say of them"),
)

LINKS = "nobody tells NICs of links between switches, and a T1 has only such"

EXPERIMENTS = [
    Experiment(
        "latency", "Latency and bandwidth of two NICs (section 5.2.1)",
        "T1 is calibrated; T2 follows from the headers.", targets("T1", "T2"), claims.targets_of,
    ),
    Experiment(
        "fig4", "A start without a denylist (figure 4, section 2.4)",
        "The paper's job starts over minutes, with losses of 18,756 NICs, one in each node. Ours starts at once, with eight "
        "NICs. What compares is how many packets a queue pair loses before it knows the dead path.",
        lambda setting: with_suffixes("T13")(setting) + targets("T13-16th")(setting), claims.targets_of, figures.start_up,
        knowledge=LINKS,
    ),
    Experiment(
        "fig7", "A transceiver that flaps (figure 7)",
        "The paper has losses of nodes in two samples of 30 s, and not how often ports flapped. Ours are drawn, and a second is "
        "0.1 ms. So how many packets are lost follows from inputs. Who loses them does not.",
        optics, claims.of_optic, figures.flapping, False,
        knowledge="Ideal, 10 us, of a NIC's ports; peers learn by losses",
    ),
    Experiment(
        "fig8", "A T1 that forwards nothing and says nothing (figure 8)",
        "The paper's curve is that of a job on 75,000 GPUs by the minute. Ours is that of 16 NICs by the millisecond.",
        with_suffixes("T14"), claims.targets_of, figures.silent,
        knowledge="nobody is told, as the T1 looks up",
    ),
    Experiment(
        "fig9a", "Ports go down one by one (figure 9a)",
        "Waits between removals are one or two seconds for the paper's 14. The paper goes on to one port. Gaps of "
        "T3-CX8 are an input, so their lengths have no verdict.",
        targets("T3", "T3-CX8"), claims.targets_of, figures.ports,
        knowledge="T3: Ideal, 10 us; T3-CX8: Cx8Like, 0.9 to 1.1 of the paper's seconds",
    ),
    Experiment(
        "fig9b", "Four of eight ports go down together (figure 9b)", "",
        targets("T4", "T4-CX8"), claims.targets_of, figures.half,
        knowledge="T4: Ideal, 10 us; T4-CX8: Cx8Like, 0.9 to 1.1 of the paper's seconds",
    ),
    Experiment(
        "fig9c", "Twenty links between T0 and T1 go down (figure 9c)",
        "How EVs are dealt stands in the names: evenly, or at random; over 16 uplinks, or 256 as the paper's.",
        with_suffixes("T5"), claims.targets_of, figures.twenty_links,
        knowledge=LINKS,
    ),
    Experiment(
        "fig9d", "Eight links between T0 and T1 go down at once (figure 9d)", "For 10 s of the paper's 30.",
        with_suffixes("T5-eight"), claims.targets_of, figures.eight_links,
        knowledge=LINKS,
    ),
    Experiment(
        "fig10", "A T0 dies (figure 10)", "The blackout of T6-T0-CX8 is an input and has no verdict.",
        targets("T6-T0", "T6-T0-CX8", "T6-T0-silent"), claims.targets_of, figures.t0_dead,
        knowledge="T6-T0: Ideal, 10 us; T6-T0-CX8: Cx8Like, 0.9 to 1.1 of the paper's seconds; T6-T0-silent: nobody is told",
    ),
    Experiment(
        "fig11", "A T1 dies and comes back (figure 11)", "6 s of the paper's 70.",
        targets("T6-T1"), claims.targets_of, figures.t1_dead,
        knowledge=LINKS,
    ),
    Experiment(
        "fig14", "Two flows and two EVs of one plane (figure 14)",
        "The verdict on T8 is that of the default skip. T8-long has skips of 8 ms, T8-exchange an option of ours.",
        targets("T8", "T8-long", "T8-exchange"), claims.targets_of,
    ),
    Experiment(
        "fig15", "Send and receive (figure 15)", "Each NIC sends to the next one. All sizes are run with 32 NICs, small ones with more. NCCL is not modelled.",
        send_receive, claims.of_send_receive, figures.send_receive, False,
    ),
    Experiment(
        "fig16", "A ring all-reduce that loses packets (figure 16)",
        "Judged are ratios to MRC of the same size and ring without losses. Curves are of rings across T0s.",
        rings, of_rings, figures.rings, False,
        knowledge="nobody is told of losses",
    ),
    Experiment(
        "fig18", "Seven senders to one and a victim (figures 18 and 21)",
        "The verdict on MRC is that of T10, the cluster's switches with SRv6; the other targets stand beside it.",
        incasts, lambda results: claims.targets_of(results) + list(claims.of_incasts(results)),
    ),
    Experiment(
        "permutation", "Eight hosts to eight in other racks (appendix)", "",
        targets("T9", "T9-stev", "T9-udp"), claims.targets_of,
    ),
    Experiment(
        "fig19a", "Three of four cables fail one by one (figure 19a)", "",
        lambda setting: [Job("cables", ())], claims.of_cables, figures.cables,
        knowledge=LINKS,
    ),
    Experiment(
        "fig22", "Fifteen senders of DCQCN to one (figure 22)",
        "The paper's settings of DCQCN are not published, and no set of ours queues as its first does. MRC stands beside.",
        queues, claims.of_queues, figures.queue, False,
    ),
    Experiment(
        "x1", "Convergence of routing and the tails of collectives (X1, not of the paper)",
        "A T1 dies during a collective on 32 NICs of four planes. RoCEv2's switches need so long to route around it; MRC's "
        "tables never change. All times are compressed by 16. How long the published collectives take is not known: "
        "ours take some 100 ms before the compression, and percentages fall as that grows. A verdict allows a factor of two.",
        around_a_fault, claims.of_rerouting, figures.around_a_fault, is_extra=True,
        knowledge="nobody tells NICs of the T1; RoCEv2's switches know after the time of convergence",
    ),
    Experiment(
        "jobs", "Faults during jobs (figures 5 and 6)",
        "Rings stand for the paper's jobs of 50,000 GPUs and more. Flaps are compressed: so many are in one ring of some "
        "milliseconds, each of 0.5 ms. A transceiver takes one of four planes from four NICs, for all of the ring.",
        during_jobs, claims.of_flaps,
        knowledge="Ideal, 10 us, of the transceiver's ports; nobody is told of flaps between switches",
    ),
]


def chosen(names):
    """The experiments of these names, or of targets of theirs, in capitals or not; all without names. Raises ValueError
    with a wrong one."""
    setting = Setting(False, 50)
    known = {each.name.lower(): [each] for each in EXPERIMENTS}
    for each in EXPERIMENTS:
        for job in each.jobs(setting):
            if job.kind == "target":
                known.setdefault(job.words[0].lower(), []).append(each)
    wrong = [name for name in names if name.lower() not in known]
    if wrong:
        names_of_all = ", ".join(each.name for each in EXPERIMENTS)
        raise ValueError(
            f"there is no experiment '{wrong[0]}'; expected a target such as T3, or {names_of_all}, or a study such as x16"
        )
    if not names:
        return [each for each in EXPERIMENTS if not each.is_extra]
    return [each for each in EXPERIMENTS if any(each in known[name.lower()] for name in names)]
