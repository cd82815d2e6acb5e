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
 * While it lives, the first SIGINT (Ctrl-C) is noted; a second one ends the program as usual.
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

    /** @return whether SIGINT has come since the constructor */
    bool HasCome() const;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_INTERRUPT_H */
