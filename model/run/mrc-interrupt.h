/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INTERRUPT_H
#define MRC_INTERRUPT_H

namespace ns3
{
namespace mrc
{

/**
 * While an Interrupt lives, the first SIGINT (Ctrl-C), SIGTERM or SIGHUP is noted; a second one
 * ends the program as usual. A handler that was there before is called as well, and is there again
 * afterwards. A SIGHUP that is ignored, as under nohup(1), stays so.
 *
 * Signals belong to the whole process: at most one may live at a time.
 */
class Interrupt
{
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /** @return the signal that has come since the constructor; 0: none */
    int Signal() const;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_INTERRUPT_H */
