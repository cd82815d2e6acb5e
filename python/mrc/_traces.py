# SPDX-License-Identifier: GPL-2.0-only
"""Connects Python functions to trace sources."""

import functools
import re

import cppyy
from ns import ns

_FUNCTIONS = []  # connected ones; C++ does not count references to them

# A trace source names the type of its sinks: void (*)(A...).
cppyy.cppdef(
    """
    #include <functional>
    namespace ns3::mrc::python
    {
    template <class Sink>
    struct Source;

    template <class... A>
    struct Source<void (*)(A...)>
    {
        using Function = std::function<void(A...)>;

        static bool Connect(ObjectBase& object, const std::string& name, Function function)
        {
            return object.TraceConnectWithoutContext(
                name,
                Callback<void, A...>([function](A... a) { function(a...); }));
        }
    };

    inline std::string SinkType(const ObjectBase& object, const std::string& name)
    {
        TypeId::TraceSourceInformation information;
        const TypeId type = object.GetInstanceTypeId();
        return type.LookupTraceSourceByName(name, &information) ? information.callback : "";
    }
    } // namespace ns3::mrc::python
    """
)


@functools.lru_cache(maxsize=None)
def _connector(sink):
    """A C++ function that connects to trace sources with sinks of this type."""
    name = "Connect_" + re.sub(r"\W", "_", sink)
    cppyy.cppdef(
        f"""
        namespace ns3::mrc::python
        {{
        inline bool {name}(ObjectBase& object,
                           const std::string& source,
                           Source<{sink}>::Function function)
        {{
            return Source<{sink}>::Connect(object, source, function);
        }}
        }} // namespace ns3::mrc::python
        """
    )
    return getattr(ns.mrc.python, name)


def trace(source, name, function):
    """Has a Python function called for each event of a trace source.

    source -- an object, such as the queue pair that Network.Connect gives
    name -- of its trace source, such as "Completed"
    function -- what to call

    The function takes what the sink would take in C++. An object that comes by reference is gone when
    the function has returned: copy what is to be kept.
    """
    if not callable(function):
        raise TypeError(f"trace: {function!r} cannot be called; expected a function")
    target = source.__deref__() if hasattr(source, "__deref__") else source
    if not isinstance(target, ns.ObjectBase):
        raise TypeError(f"trace: {source!r} has no trace sources; expected an object of ns-3")
    sink = str(ns.mrc.python.SinkType(target, name))
    if not sink:
        kind = target.GetInstanceTypeId().GetName()
        raise ValueError(f"{kind} has no trace source '{name}'")
    _FUNCTIONS.append(function)
    _connector(sink)(target, name, function)
