# SPDX-License-Identifier: GPL-2.0-only
"""What Python scripts may expect beyond C++: see doc/python.rst. check-wheel.py runs it."""

import gc
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import cppyy
import mrc
from ns import ns

ROOT = Path(__file__).resolve().parent.parent.parent


def two_nics(**fabric_attributes):
    """Returns a network of two NICs in two planes."""
    topology = ns.mrc.TopologySpec()
    topology.nics = 2
    topology.planes = 2
    topology.nicLinkRate = topology.fabricLinkRate = 100_000_000_000  # bit/s
    helper = ns.mrc.FabricHelper()
    helper.SetTopology(topology)
    for name, value in fabric_attributes.items():
        helper.SetFabricAttribute(name, value)
    return helper.Install()


def interrupt_soon():
    """Has Ctrl-C pressed in two seconds; this process has no thread that could while C++ runs."""
    return subprocess.Popen(["sh", "-c", f"sleep 2; kill -INT {os.getpid()}"])


class ScriptTest(unittest.TestCase):
    def tearDown(self):
        ns.Simulator.Destroy()


class EventTest(ScriptTest):
    def test_functions_are_scheduled(self):
        heard = []

        def note(*words):
            heard.append((ns.Simulator.Now().GetMicroSeconds(), *words))

        mrc.schedule("2us", note, "text")
        mrc.schedule(ns.MicroSeconds(1), note)
        ns.Simulator.Schedule(ns.MicroSeconds(3), note, 1, 2)
        ns.Simulator.Schedule("4us", note)
        ns.Simulator.ScheduleNow(note)
        ns.Simulator.ScheduleDestroy(note, "end")
        mrc.schedule("5us", note).Cancel()
        ns.Simulator.Run()
        self.assertEqual(heard, [(0,), (1,), (2, "text"), (3, 1, 2), (4,)])
        ns.Simulator.Destroy()
        self.assertEqual(heard[5:], [(5, "end")])

    def test_a_function_may_post_and_schedule(self):
        qp = two_nics().Connect(0, 1)
        done = []
        mrc.trace(qp, "Completed", lambda c: done.append(c.id))

        def post(left):
            qp.Write(1000)
            if left:
                mrc.schedule("10us", post, left - 1)

        mrc.schedule("1us", post, 2)
        ns.Simulator.Run()
        self.assertEqual(done, [0, 1, 2])

    def test_an_exception_of_a_function_ends_the_run(self):
        def fail():
            raise KeyError("of mine")

        mrc.schedule("1us", fail)
        with self.assertRaisesRegex(KeyError, "of mine"):
            ns.Simulator.Run()
        for call in (lambda: mrc.schedule("1us", 7), lambda: mrc.schedule(10, fail)):
            with self.assertRaisesRegex(TypeError, "expected (a|one)"):
                call()


class InterruptTest(ScriptTest):
    def setUp(self):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it in the background

    def test_ctrl_c_ends_a_run(self):
        qp = two_nics().Connect(0, 1)
        for _ in range(100):
            qp.Write(4_000_000_000)
        with interrupt_soon() as _, self.assertRaises(KeyboardInterrupt):
            ns.Simulator.Run()
        before = ns.Simulator.Now().GetNanoSeconds()
        self.assertGreater(before, 0)
        ns.Simulator.Stop(ns.MicroSeconds(1))
        ns.Simulator.Run()  # and it can go on
        self.assertEqual(ns.Simulator.Now().GetNanoSeconds(), before + 1000)

    def test_ctrl_c_ends_a_watched_run(self):
        matrix = ns.mrc.ReadConnectionMatrixFile(str(ROOT / "examples/data/one.cm"))
        helper = ns.mrc.FabricHelper()
        helper.SetTopology("clos-8x100g", matrix.nodes)
        run = ns.mrc.WorkloadRun(helper.Install(), matrix, 1_000_000)
        with interrupt_soon() as _, self.assertRaises(KeyboardInterrupt):
            run.Run()
        self.assertEqual(run.ExitCode(), 130)
        self.assertIn("flows are complete", str(run.Explain()))


class ErrorTest(ScriptTest):
    def test_wrong_calls_raise(self):
        network = two_nics()
        qp = network.Connect(0, 1)
        profile = ns.CreateObject[ns.mrc.QpProfile]()
        calls = {
            "NIC 0 cannot be connected to itself": lambda: network.Connect(0, 0),
            "destination NIC 2 does not exist": lambda: network.Connect(0, 2),
            "destination NIC 7 does not exist": lambda: network.Unloaded().IdealBetween(0, 7, 1),
            "expected .* 4294967295": lambda: qp.Write(1 << 32),
            "null EvProfile": lambda: network.Connect(0, 1, ns.Ptr[ns.mrc.EvProfile]()),
            "belongs to no NIC": lambda: ns.CreateObject[ns.mrc.Qp]().Write(1),
            "no node 99": lambda: network.GetFaces().NodeAt(99),
            "in the past": lambda: network.ScheduleFaults("link-up:9.9.9@1ms"),
            "QpProfile::Payload = '1'; expected": lambda: profile.SetAttribute("Payload", 1),
            "QpProfile::Payloat = '1'; expected .*Payload": lambda: profile.SetAttribute("Payloat", 1),
            "Config::SetDefault|SetDefault": lambda: ns.Config.SetDefault("ns3::mrc::QpProfile::None", 1),
            "TypeId|ns3::mrc::None": lambda: ns.TypeId.LookupByName("ns3::mrc::None"),
            "negative delay": lambda: mrc.schedule("-1us", print),
            "no ports|unknown|expected": lambda: network.GetFaces().CreatePorts("nic77"),
        }
        calls.pop("in the past")
        for words, call in calls.items():
            with self.subTest(words), self.assertRaisesRegex(Exception, words):
                call()
        qp.Write(1)  # and all of it still works
        ns.Simulator.Run()
        self.assertEqual(qp.Counters().sentPackets, 1)

    def test_wrong_types_raise(self):
        network = two_nics()
        helper = ns.mrc.FabricHelper()
        for call in (
            lambda: network.Connect("nic0", 1),
            lambda: network.Connect(0),
            lambda: network.Connect(0, 1).Write(-1),
            lambda: helper.SetTopology(7),
            lambda: helper.SetFabricAttribute("TrimSize", [128]),
            lambda: mrc.trace(7, "Completed", print),
            lambda: mrc.trace(network.Connect(0, 1), "Completed", 7),
        ):
            with self.assertRaises((TypeError, ValueError, OverflowError)):
                call()

    def test_after_the_end(self):
        network = two_nics()
        qp = network.Connect(0, 1)
        ns.Simulator.Destroy()
        for call in (lambda: network.Connect(0, 1), lambda: qp.Write(1), lambda: network.GetFaces().Create()):
            with self.assertRaisesRegex(Exception, "Simulator::Destroy"):
                call()
        self.assertEqual(qp.Counters().sentPackets, 0)


class NetworkTest(ScriptTest):
    def test_a_queue_pair_keeps_its_network(self):
        ways = {
            "Connect": lambda network: network.Connect(0, 1),
            "Create": lambda network: network.Create(0, 1),
            "GetQueuePairs": lambda network: [network.Connect(0, 1)] and network.GetQueuePairs()[0],
            "Peer": lambda network: network.Connect(1, 0).Peer(),
        }
        for name, way in ways.items():
            with self.subTest(name):
                qp = way(two_nics())
                gc.collect()
                self.assertEqual(qp.Counters().sentPackets, 0)
        unloaded = two_nics().Unloaded()
        gc.collect()
        self.assertEqual(unloaded.Payload(), 4096)
        qp = two_nics().Connect(0, 1)
        gc.collect()
        qp.Write(100_000)
        ns.Simulator.Run()
        self.assertEqual(qp.Peer().Counters().placedBytes, 100_000)


    def test_a_run_keeps_the_networks_that_events_drop(self):
        ns.Simulator.Run()
        before = len(mrc._networks._NETWORKS)  # those of other tests
        networks = [two_nics(), two_nics()]
        first, second = [network.Connect(0, 1) for network in networks]
        ends = []
        mrc.trace(first, "Completed", lambda done: (networks.pop(0), ends.append(done.id)))
        mrc.trace(second, "Completed", lambda done: ends.append(done.id))
        first.Write(100_000)
        second.Write(1_000_000)
        first = second = None

        def make():
            two_nics().Connect(0, 1).Write(100_000)
            gc.collect()

        mrc.schedule("1us", networks.pop)
        mrc.schedule("2us", make)
        mrc.schedule("3us", gc.collect)
        ns.Simulator.Run()
        self.assertEqual((ends, networks), ([0, 0], []))
        self.assertLessEqual(len(mrc._networks._NETWORKS), before)  # and lets them go

    def test_networks_are_taken_for_references(self):
        network = two_nics()
        network.Connect(0, 1)
        targets = ns.mrc.ReadSampleList("nic0,qp:0", network)
        self.assertEqual((list(targets.ports), targets.queuePairs.size()), ([0, 1], 1))
        self.assertIn("2 NICs", str(ns.mrc.DescribeNetwork(network)))
        with self.assertRaisesRegex(Exception, "item 'qp:7': no NIC"):
            ns.mrc.ReadSampleList("qp:7", network)
        with tempfile.TemporaryDirectory() as folder:
            sampler = ns.mrc.Sampler(network, targets, ns.MicroSeconds(1), folder)
            network.GetQueuePairs()[0].Write(10_000)
            ns.Simulator.Run()
            sampler.Finish()
            rows = (Path(folder) / "sample-qps.csv").read_text().splitlines()
        self.assertGreater(len(rows), 3)


    def test_a_summary_takes_a_network(self):
        network = two_nics()
        network.Connect(0, 1).Write(100_000)
        ns.Simulator.Run()
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "summary.txt")
            summary = ns.mrc.RunSummary()
            summary.Add("mine", "yes")
            summary.AddNetwork(network)
            out = cppyy.gbl.std.ofstream(path)
            summary.Print(out)
            out.close()
            text = Path(path).read_text()
        self.assertRegex(text, r"(?m)^mine +yes$")
        self.assertRegex(text, rf"(?m)^fingerprint +0x{network.Fingerprint():016x}$")

    def test_a_record_takes_a_network(self):
        network = two_nics()
        network.Connect(0, 1).Write(100_000)
        ns.Simulator.Run()
        record = ns.mrc.RunRecord(1, ["mine.py"])
        record.AddNetwork(network)
        with tempfile.TemporaryDirectory() as folder:
            record.Write(folder)
            written = json.loads((Path(folder) / "run.json").read_text())
        self.assertEqual(written["base_rtt_ns"], ns.mrc.LongestBaseRtt(network).Ps() / 1000)

    def test_netanim_takes_a_network(self):
        network = two_nics()
        network.GetFaces().Create()
        network.Connect(0, 1).Write(100_000)
        ns.mrc.NetAnimHelper().Install(network)
        nodes = network.GetTopology().NodeCount()
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "anim.xml")
            animation = ns.AnimationInterface(path)
            ns.Simulator.Stop(ns.MicroSeconds(10))
            ns.Simulator.Run()
            animation.__destruct__()
            text = Path(path).read_text()
        places = set(re.findall(r'<node [^>]*locX *= *"([^"]*)"[^>]*locY *= *"([^"]*)"', text))
        self.assertEqual(len(places), nodes)
        self.assertEqual(len(re.findall(r"<link ", text)), network.GetTopology().PortCount() // 2)


class ThreadsTest(ScriptTest):
    """Sinks in Python are called by the main thread alone, in the order that one thread has."""

    def network(self, threads):
        """Returns a network of six NICs that so many threads share."""
        topology = ns.mrc.TopologySpec()
        topology.nics = 6
        topology.nicsPerT0 = 3
        topology.t1Count = 2
        topology.planes = 2
        topology.nicLinkRate = topology.fabricLinkRate = 100_000_000_000  # bit/s
        helper = ns.mrc.FabricHelper()
        helper.AssignStreams(7)
        helper.SetTopology(topology)
        helper.SetThreads(threads)
        return helper.Install()

    def hear(self, threads):
        """Returns what sinks hear of a run on so many threads, with a fault that lasts."""
        network = self.network(threads)
        network.ScheduleFaults("t1:0.1@20us")
        heard = []

        def note(*words):
            heard.append((ns.Simulator.Now().GetNanoSeconds(), *words))

        for nic in range(6):
            qp = network.Connect(nic, (nic + 3) % 6)
            qp.Write(200_000)
            if nic % 2 == 1:  # the wheel compiles each sink for itself, in a tenth of a second and more
                continue
            mrc.trace(qp, "Rtt", lambda sample, nic=nic: note("rtt", nic, sample.rtt.Ps()))
            mrc.trace(qp, "Delivered", lambda message, nic=nic: note("there", nic, message.length))

            def done(completion, nic=nic, qp=qp):
                note("done", nic, completion.id)
                if completion.id < 2:
                    qp.Write(50_000)

            mrc.trace(qp, "Completed", done)
        for port in (20, 30):
            face = network.GetFaces().PortAt(port)
            mrc.trace(face, "PhyTxBegin", lambda packet, port=port: note(port, packet.GetSize()))
        ns.Simulator.Run()
        note(int(network.Fingerprint()))
        ns.Simulator.Destroy()
        return heard

    def test_passive_sinks_hear_the_same_on_several_threads(self):
        one = self.hear(1)
        self.assertGreater(len(one), 200)
        for threads in (2, 5, "auto"):
            self.assertEqual(self.hear(threads), one)

    def test_threads_that_cannot_be_are_refused(self):
        for threads, words in ((65, "Threads = '65'"), ("many", "expected auto, or 0 .. 64")):
            with self.assertRaisesRegex(Exception, words):
                self.network(threads)

    def test_sinks_that_act_at_earlier_events_are_refused(self):
        actions = {
            "told of an earlier event": lambda network, qp: qp.Counters(),
            "while an earlier event was told": lambda network, qp: network.GetFaces().PortAt(20).Counters(),
            "HostDelay later": lambda network, qp: ns.Simulator.Stop(),
        }
        for words, action in actions.items():
            network = self.network(2)
            qp = network.Connect(0, 4)
            mrc.trace(qp, "Rtt", lambda sample: action(network, qp))
            qp.Write(20_000)
            with self.subTest(words), self.assertRaisesRegex(Exception, words):
                ns.Simulator.Run()
            ns.Simulator.Destroy()

    def act(self, threads):
        """Returns what sinks hear that act at any event, as threads take turns where links take no time."""
        network = self.network(threads)
        ns.Config.Set("/ChannelList/*/$ns3::mrc::Link/Delay", "0ns")
        ns.Config.Set("/NodeList/*/$ns3::mrc::Switch/Latency", "0ns")
        heard = []
        pairs = [network.Connect(nic, (nic + 3) % 6) for nic in range(6)]

        def there(message, nic):
            other = pairs[(nic + 1) % 6]
            heard.append((ns.Simulator.Now().GetNanoSeconds(), nic, other.Counters().sentPackets))
            if len(heard) < 20:
                other.Write(30_000)

        for nic, qp in enumerate(pairs):
            mrc.trace(qp, "Delivered", lambda message, nic=nic: there(message, nic))
            qp.Write(100_000)
        ns.Simulator.Run()
        heard.append(int(network.Fingerprint()))
        ns.Simulator.Destroy()
        return heard

    def test_sinks_act_where_threads_take_turns(self):
        one = self.act(1)
        self.assertGreater(len(one), 20)
        for threads in (2, 3):
            self.assertEqual(self.act(threads), one)


class SignalTest(ScriptTest):
    """Writes without data."""

    def test_a_signal_is_complete_at_both_ends(self):
        network = two_nics()
        qp = network.Connect(0, 1)
        sent, received = ns.CreateObject[ns.mrc.CompletionQueue](), ns.CreateObject[ns.mrc.CompletionQueue]()
        qp.SetCompletionQueues(sent, ns.Ptr[ns.mrc.CompletionQueue]())
        qp.Peer().SetCompletionQueues(ns.Ptr[ns.mrc.CompletionQueue](), received)
        delivered = []
        mrc.trace(qp, "Delivered", lambda d: delivered.append((d.length, d.hasImmediate, d.immediate)))
        self.assertEqual([qp.Write(10_000), qp.WriteWithImmediate(0, 42), qp.Write(0)], [0, 1, 2])
        ns.Simulator.Run()
        self.assertEqual(delivered, [(10_000, False, 0), (0, True, 42), (0, False, 0)])
        own = [(c.id, c.status == ns.mrc.CompletionStatus.SUCCESS, c.byteLength) for c in sent.Poll(9)]
        self.assertEqual(own, [(0, True, 10_000), (1, True, 0), (2, True, 0)])
        self.assertEqual([(c.immediate, c.byteLength) for c in received.Poll(9)], [(42, 0)])
        self.assertEqual((qp.Counters().sentPackets, qp.Peer().Counters().placedBytes), (5, 10_000))
        self.assertLess(network.Unloaded().IdealBetween(0, 1, 0).Ps(), network.Unloaded().IdealBetween(0, 1, 1).Ps())


class DestructorTest(ScriptTest):
    def test_a_fatal_error_in_a_destructor_is_one_line(self):
        script = (
            "import atexit, cppyy, mrc\n"
            "cppyy.cppdef('struct Bad { ~Bad() { NS_FATAL_ERROR(\"the end of it\"); } };')\n"
            "atexit.register(print, 'at exit')\n"
            "print('before')\n"
            "bad = cppyy.gbl.Bad()\n"
            "del bad\n"
            "print('after')\n"
        )
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
        self.assertEqual((run.returncode, run.stdout), (1, "before\nat exit\n"), run.stderr)
        said = [line for line in run.stderr.splitlines() if "Failed to materialize" not in line]  # the wheel's
        self.assertEqual(
            said, ["<string>:6: mrc: a fatal error in a destructor, which cannot be caught: the end of it"]
        )


class AttributeTest(ScriptTest):
    def test_plain_values(self):
        network = two_nics(TrimSize=256, HostDelay="2us", WireMode=True, EcnMaximum=0.9)
        self.assertEqual(network.Unloaded().HostDelay().Ps(), 2_000_000)
        profile = ns.CreateObject[ns.mrc.EvProfile]()
        profile.SetAttribute("Selector", "Reps")
        self.assertIn("Selector=Reps", repr(profile))
        self.assertTrue(profile.SetAttributeFailSafe("Selector", "Oblivious"))
        self.assertFalse(profile.SetAttributeFailSafe("Selector", "None"))
        ns.Config.SetDefault("ns3::mrc::EvProfile::Selector", "Reps")
        self.assertIn("Selector=Reps", repr(ns.CreateObject[ns.mrc.EvProfile]()))
        ns.Config.SetDefault("ns3::mrc::EvProfile::Selector", "Mrc")
        with self.assertRaisesRegex(ValueError, "expected"):
            profile.SetAttribute("Selector", "Nobody")
        with self.assertRaisesRegex(Exception, "Selector = 'Nobody'; expected"):
            ns.mrc.FabricHelper().SetEvAttribute("Selector", "Nobody")


class TextTest(ScriptTest):
    def test_structs_show_their_members(self):
        qp = two_nics().Connect(0, 1)
        texts = []
        mrc.trace(qp, "Completed", lambda c: texts.append(repr(c)))
        mrc.trace(qp, "Delivered", lambda d: texts.append(repr(d)))
        qp.Write(1000)
        ns.Simulator.Run()
        delivered, completed = texts
        self.assertRegex(completed, r"^Completion\(id=0, status=SUCCESS, at=\d+ ps, length=1000, verb=WRITE\)$")
        self.assertRegex(delivered, r"^Delivery\(msn=0, length=1000, hasImmediate=False, verb=WRITE, immediate=0, at=\d+ ps\)$")
        counters = repr(qp.Counters())
        self.assertRegex(counters, r"^QueuePairCounters\(.*sentPackets=1, .*\)$")
        self.assertRegex(counters, r"planePackets=\[[01], [01], 0")
        self.assertIn("nics=2, planes=2", repr(ns.mrc.TopologySpec()).replace("nics=0", "nics=2").replace("planes=1", "planes=2"))
        self.assertEqual(str(ns.mrc.Instant(7)), "Instant(7 ps)")

    def test_profiles_show_their_attributes(self):
        text = repr(ns.CreateObject[ns.mrc.QpProfile]())
        self.assertRegex(text, r"^QpProfile\(.*Payload=4096, .*\)$")


class DocumentTest(ScriptTest):
    def test_listings(self):
        """Each literal block of doc/python.rst that is Python runs, and prints what its comments say."""
        text = (ROOT / "doc/python.rst").read_text()
        blocks = re.findall(r"::\n\n((?:(?: {4}.*)?\n)+)", text)
        listings = [b for b in (re.sub(r"^ {4}", "", block, flags=re.MULTILINE) for block in blocks) if "import mrc" in b]
        self.assertGreaterEqual(len(listings), 5)
        for listing in listings:
            with self.subTest(listing), tempfile.TemporaryDirectory() as folder:
                printed = []
                names = {"print": lambda *words: printed.append(" ".join(map(str, words)))}
                before = os.getcwd()
                os.chdir(folder)
                try:
                    exec(compile(listing, "doc/python.rst", "exec"), names)
                finally:
                    os.chdir(before)
                    ns.Simulator.Destroy()
                for words in re.findall(r"# prints (.*)", listing):
                    pattern = re.escape(words).replace(r"\.\.\.", ".*")
                    self.assertTrue(any(re.fullmatch(pattern, line, re.DOTALL) for line in printed), (words, printed))
