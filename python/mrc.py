# SPDX-License-Identifier: GPL-2.0-only
"""Makes ns.mrc of ns-3's Python bindings, and connects Python functions to trace sources.

With ns-3's wheel the module is a library of its own: MRC_PYTHON_BUILD names the folder where CMake
built it. In an ns-3 tree that was built with this module, CMake puts this file beside ns-3's own
bindings, which load the library.
"""

import functools
import os
import re
from pathlib import Path

import cppyy
from ns import ns

__all__ = ["trace"]

_FUNCTIONS = []  # connected ones; C++ does not count references to them


def _load():
    default = Path(__file__).resolve().parent.parent / "build" / "wheel"
    build = Path(os.environ.get("MRC_PYTHON_BUILD", default))
    library = build / "libmrc.so"
    if not library.exists():
        raise ImportError(
            f"there is no {library}: build it with ./mrc python, or set MRC_PYTHON_BUILD"
        )
    cppyy.add_include_path(str(build / "include"))
    cppyy.load_library(str(library))
    cppyy.include("ns3/mrc-module.h")


if (Path(__file__).resolve().parent / "ns").is_dir():
    # ns-3's loader takes the name for that of a release candidate, "rc", and leaves the header out
    cppyy.include("ns3/mrc-module.h")
elif not hasattr(ns, "mrc"):
    _load()

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
    """A C++ function that connects to trace sources whose sinks have this type."""
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
    function -- takes what the sink would take in C++; an object that comes by reference is gone
                when the function has returned: copy what is to be kept
    """
    target = source.__deref__() if hasattr(source, "__deref__") else source
    sink = str(ns.mrc.python.SinkType(target, name))
    if not sink:
        kind = target.GetInstanceTypeId().GetName()
        raise ValueError(f"{kind} has no trace source '{name}'")
    _FUNCTIONS.append(function)
    _connector(sink)(target, name, function)
