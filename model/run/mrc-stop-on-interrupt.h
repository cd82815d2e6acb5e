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
 * does. After that Ctrl-C has its former effect. If that was to end the program, the next Ctrl-C
 * does.
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
