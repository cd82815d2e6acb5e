# SPDX-License-Identifier: GPL-2.0-only
"""Keeps a network for as long as a script has one of its queue pairs, or a run may use it."""

import functools
import weakref

import cppyy
from ns import ns

cppyy.cppdef(
    """
    namespace ns3::mrc::python
    {
    inline Ptr<Network> Kept(Network& network)
    {
        return Ptr<Network>(&network);
    }
    } // namespace ns3::mrc::python
    """
)


class _Holder:
    """Keeps a network for the queue pairs that know this object."""

    def __init__(self, network):
        self.network = ns.mrc.python.Kept(network)


_HOLDERS = weakref.WeakValueDictionary()  # by the address of a queue pair, which lives as long


def _held(qp, holder):
    """Returns a queue pair that keeps its network."""
    qp._network = holder
    if holder is not None:
        _HOLDERS[cppyy.addressof(qp.__deref__())] = holder
    return qp


def _keeping(method):
    """Returns a method of Network that returns a queue pair which keeps the network."""

    @functools.wraps(method)
    def call(self, *arguments):
        return _held(method(self, *arguments), _Holder(self))

    return call


def _view(method):
    """Returns a method of Network that returns a view which keeps the network."""

    @functools.wraps(method)
    def call(self, *arguments):
        view = method(self, *arguments)
        view._network = _Holder(self)
        return view

    return call


_GET_QUEUE_PAIRS = ns.mrc.Network.GetQueuePairs
_PEER = ns.mrc.Qp.Peer


def _queue_pairs(self):
    """Network::GetQueuePairs, as a list."""
    holder = _Holder(self)
    return [_held(qp, holder) for qp in _GET_QUEUE_PAIRS(self)]


def _peer(self):
    """Qp::Peer."""
    return _held(_PEER(self), _HOLDERS.get(cppyy.addressof(self)))


ns.mrc.Network.Connect = _keeping(ns.mrc.Network.Connect)
ns.mrc.Network.Create = _keeping(ns.mrc.Network.Create)
ns.mrc.Network.GetQueuePairs = _queue_pairs
ns.mrc.Network.Unloaded = _view(ns.mrc.Network.Unloaded)
ns.mrc.Network.GetFaces = _view(ns.mrc.Network.GetFaces)
ns.mrc.Qp.Peer = _peer

# C++ ends the program when an event drops the last reference to a network, with which its traffic would
# end in silence. Scripts drop references without a word: a run keeps the networks that it began with, or made.
_NETWORKS = []
_INSTALL = ns.mrc.FabricHelper.Install


@functools.wraps(_INSTALL)
def _install(self):
    network = _INSTALL(self)
    _NETWORKS.append(ns.mrc.python.Kept(network.__deref__()))
    return network


def _let_go():
    """Gives up what only this list has."""
    _NETWORKS[:] = [network for network in _NETWORKS if network.GetReferenceCount() > 1]


def _keeping_all(run):
    """Returns a function that runs a simulation, before and after which networks may go."""

    @functools.wraps(run)
    def call(*arguments):
        _let_go()
        result = run(*arguments)
        _let_go()
        return result

    return call


ns.mrc.FabricHelper.Install = _install
ns.mrc.WorkloadRun.Run = _keeping_all(ns.mrc.WorkloadRun.Run)
ns.Simulator.Run = staticmethod(_keeping_all(ns.Simulator.Run))
ns.Simulator.Destroy = staticmethod(_keeping_all(ns.Simulator.Destroy))


def _plain(argument):
    """Returns the object of a smart pointer, which cppyy does not pass where C++ wants a reference."""
    return argument.__deref__() if hasattr(argument, "__deref__") else argument


def _by_reference(function):
    """Returns a function that takes smart pointers for references."""

    @functools.wraps(function)
    def call(*arguments):
        return function(*map(_plain, arguments))

    return call


for _owner, _name in (
    (ns.mrc, "ReadSampleList"),
    (ns.mrc, "DescribeNetwork"),
    (ns.mrc, "LongestBaseRtt"),
    (ns.mrc.RunRecord, "AddNetwork"),
    (ns.mrc.RunSummary, "AddNetwork"),
    (ns.mrc.NetAnimHelper, "Install"),
):
    setattr(_owner, _name, _by_reference(getattr(_owner, _name)))
