# SPDX-License-Identifier: GPL-2.0-only
"""Makes fatal errors Python exceptions, and has Ctrl-C end a run."""

from ns import ns

# Both hold for as long as the interpreter lives.
THROWER = ns.mrc.FatalErrorsThrow()
STOPPER = ns.mrc.StopOnInterrupt()

_RUN = ns.Simulator.Run


def _run():
    """Runs the simulation; Ctrl-C stops it, and is KeyboardInterrupt."""
    STOPPER.Arm()
    _RUN()


ns.Simulator.Run = staticmethod(_run)
