# SPDX-License-Identifier: GPL-2.0-only
"""Makes fatal errors Python exceptions, or one line where none can pass, and has Ctrl-C end a run."""

import atexit
import os
import sys

import cppyy
from ns import ns

cppyy.cppdef(
    """
    #include <exception>
    #include <functional>
    #include <string>
    namespace ns3::mrc
    {
    // for interpreters alone, so its header is not installed
    class StopOnInterrupt
    {
      public:
        StopOnInterrupt();
        ~StopOnInterrupt();
        StopOnInterrupt(const StopOnInterrupt&) = delete;
        StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;
        void Arm();
    };
    } // namespace ns3::mrc

    namespace ns3::mrc::python
    {
    using Ending = std::function<void(const std::string&)>;

    inline Ending& TheEnding()
    {
        static auto* ending = new Ending;
        return *ending;
    }

    inline std::terminate_handler& Before()
    {
        static std::terminate_handler before = nullptr;
        return before;
    }

    inline void Terminate()
    {
        try
        {
            if (const std::exception_ptr error = std::current_exception())
            {
                std::rethrow_exception(error);
            }
        }
        catch (const FatalError& error)
        {
            TheEnding()(error.what());
        }
        catch (...)
        {
        }
        Before()();
    }

    inline void SetEnding(Ending ending)
    {
        TheEnding() = ending;
        Before() = std::set_terminate(&Terminate);
    }
    } // namespace ns3::mrc::python
    """
)

# Both hold for as long as the interpreter lives.
THROWER = ns.mrc.FatalErrorsThrow()
STOPPER = ns.mrc.StopOnInterrupt()


def _end(words):
    """Ends the interpreter with one line and status 1, after what was registered for its end."""
    try:
        frame = sys._getframe(1)
        place = f"{frame.f_code.co_filename}:{frame.f_lineno}: "
    except ValueError:  # the interpreter itself is ending
        place = ""
    print(f"{place}mrc: a fatal error in a destructor, which cannot be caught: {words}", file=sys.stderr)
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(1)


ns.mrc.python.SetEnding(_end)

_RUN = ns.Simulator.Run


def _run():
    """Runs the simulation; Ctrl-C stops it, and is KeyboardInterrupt."""
    STOPPER.Arm()
    _RUN()


ns.Simulator.Run = staticmethod(_run)
