/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OUTAGE_H
#define MRC_OUTAGE_H

#include "mrc-drop-reason.h"
#include "mrc-impairment.h"

#include "ns3/mrc-ids.h"
#include "ns3/nstime.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/** One outage: directed ports that go down, or are impaired, together and may come back together.
 */
struct Outage
{
    Time down;                                //!< absolute, not in the past
    Time up;                                  //!< absolute; not after down: never
    std::vector<PortIndex> ports;             //!< all directions that the outage takes
    DropReason reason{DropReason::LINK_DOWN}; //!< LINK_DOWN or SWITCH_DOWN, if they go down
    Impairment impairment{};                  //!< by default they go down
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OUTAGE_H */
