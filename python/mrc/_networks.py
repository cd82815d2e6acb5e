# SPDX-License-Identifier: GPL-2.0-only
"""Keeps a network for as long as a script has one of its queue pairs."""

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
    """Returns a method of Network whose queue pair keeps the network."""

    @functools.wraps(method)
    def call(self, *arguments):
        return _held(method(self, *arguments), _Holder(self))

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
ns.mrc.Qp.Peer = _peer
