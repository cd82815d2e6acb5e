/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_AGENDA_H
#define MRC_AGENDA_H

#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/** The work that a queue pair asks of its NIC in answer to a call. */
struct Agenda
{
    Instant wakeup{Instant::Never()}; //!< a timer that is new or closer than before; Never: none is
    bool control{false};              //!< NextControl has something, or it has failed
    bool data{false};                 //!< NextData may have something
    bool failed{false};               //!< the queue pair has failed, in this call or before
    bool dozes{false};                //!< of Wake: data waits for its turn at the NIC, and its
                                      //!< timers need no Wake while that turn comes. If none has
                                      //!< come by `wakeup`, Wake is called. NextWakeup says
                                      //!< nothing of that instant
};

/** The result of NextData. */
struct Pull
{
    bool sent{false};    //!< there was a packet
    bool rearmed{false}; //!< sent, and NextWakeup may have come closer
    bool waits{false};   //!< nothing sent, but another port that is busy now would do
    bool rests{false};   //!< sent, and the next packet is not to be asked for before NextWakeup

    /** @return whether there was a packet */
    explicit operator bool() const
    {
        return sent;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_AGENDA_H */
