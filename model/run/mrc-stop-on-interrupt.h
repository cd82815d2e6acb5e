/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOP_ON_INTERRUPT_H
#define MRC_STOP_ON_INTERRUPT_H

namespace ns3
{
namespace mrc
{

/**
 * While a StopOnInterrupt lives, Ctrl-C (SIGINT) stops the simulation that runs, as Simulator::Stop
 * does. If somebody had set a handler before, the same Ctrl-C then calls that handler, and so does
 * each later one. Where that handler ends the program, nothing follows. If nobody had, this
 * Ctrl-C only stops the simulation, and the next one ends the program. Where Ctrl-C was ignored
 * before, each one only stops the simulation.
 *
 * For interpreters, which hear of a signal when C++ has returned to them. At most one may live at a
 * time.
 */
class StopOnInterrupt
{
  public:
    StopOnInterrupt();
    ~StopOnInterrupt();
    StopOnInterrupt(const StopOnInterrupt&) = delete;
    StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

    /** Sets the handler again, if another one has been set meanwhile. */
    void Arm();
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOP_ON_INTERRUPT_H */
