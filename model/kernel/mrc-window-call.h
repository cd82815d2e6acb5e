/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WINDOW_CALL_H
#define MRC_WINDOW_CALL_H

#include "mrc-hot-event.h"
#include "mrc-late-call.h"
#include "mrc-rank-bytes.h"

#include "ns3/mrc-hint-step.h"

#include <functional>

namespace ns3
{
namespace mrc
{

/** Something that is to be told, once a window is over, as if during an event of the window. */
struct WindowCall
{
    HotEvent during; //!< the event
    LateCall tell;   //!< must not act in the simulation but by ordinary events
    std::function<void(RankBytes&)> pack{}; //!< writes what other processes tell from, as
                                            //!< RankMember has it; empty: they hear by messages
    bool isOfAll{false}; //!< whether all processes have the same call, and tell it together
    HintStep hint{};     //!< to what the call touches
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_WINDOW_CALL_H */
