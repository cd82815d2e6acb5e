# SPDX-License-Identifier: GPL-2.0-only
"""Schedules Python functions."""

import itertools

import cppyy
from ns import ns

cppyy.cppdef(
    """
    #include <functional>
    namespace ns3::mrc::python
    {
    inline std::function<void(uint64_t)>& Caller()
    {
        static auto* caller = new std::function<void(uint64_t)>;
        return *caller;
    }

    inline void SetCaller(std::function<void(uint64_t)> caller)
    {
        Caller() = caller;
    }

    inline EventId ScheduleCall(const Time& delay, uint64_t call)
    {
        return Simulator::Schedule(delay, [call] { Caller()(call); });
    }

    inline EventId ScheduleCallNow(uint64_t call)
    {
        return Simulator::ScheduleNow([call] { Caller()(call); });
    }

    inline EventId ScheduleCallDestroy(uint64_t call)
    {
        return Simulator::ScheduleDestroy([call] { Caller()(call); });
    }
    } // namespace ns3::mrc::python
    """
)

_NUMBERS = itertools.count()
_CALLS = {}  # number -> (function, arguments) of what waits; C++ does not count references to them


def _call(number):
    function, arguments = _CALLS.pop(number)
    function(*arguments)


ns.mrc.python.SetCaller(_call)


def _entered(function, arguments):
    """Returns the number of what is to be called."""
    number = next(_NUMBERS)
    _CALLS[number] = (function, arguments)
    return number


def _time(time):
    if isinstance(time, str):
        time = ns.Time(time)
    if not isinstance(time, ns.Time):
        raise TypeError(
            f"a time is {time!r}; expected one of ns-3, as ns.MicroSeconds(10), or a text such as '10us'"
        )
    return time


def schedule(time, function, *arguments):
    """Has a Python function called after a simulated time.

    time -- from now: a Time, or a text such as "10us"
    function -- what to call
    arguments -- of the function

    Returns the EventId, which Cancel() takes back.
    """
    if not callable(function):
        raise TypeError(f"schedule: {function!r} cannot be called; expected a function")
    return ns.mrc.python.ScheduleCall(_time(time), _entered(function, arguments))


def _is_python(function):
    return callable(function) and not isinstance(function, (ns.EventImpl, ns.EventId))


_SCHEDULE = ns.Simulator.Schedule
_SCHEDULE_NOW = ns.Simulator.ScheduleNow
_SCHEDULE_DESTROY = ns.Simulator.ScheduleDestroy
_DESTROY = ns.Simulator.Destroy


def _schedule(delay, event, *arguments):
    """Simulator::Schedule, for Python functions as well."""
    if _is_python(event):
        return schedule(delay, event, *arguments)
    return _SCHEDULE(_time(delay), event, *arguments)


def _schedule_now(event, *arguments):
    """Simulator::ScheduleNow, for Python functions as well."""
    if _is_python(event):
        return ns.mrc.python.ScheduleCallNow(_entered(event, arguments))
    return _SCHEDULE_NOW(event, *arguments)


def _schedule_destroy(event, *arguments):
    """Simulator::ScheduleDestroy, for Python functions as well."""
    if _is_python(event):
        return ns.mrc.python.ScheduleCallDestroy(_entered(event, arguments))
    return _SCHEDULE_DESTROY(event, *arguments)


def _destroy():
    """Simulator::Destroy; what still waited is never called."""
    _DESTROY()
    _CALLS.clear()


ns.Simulator.Schedule = staticmethod(_schedule)
ns.Simulator.ScheduleNow = staticmethod(_schedule_now)
ns.Simulator.ScheduleDestroy = staticmethod(_schedule_destroy)
ns.Simulator.Destroy = staticmethod(_destroy)
