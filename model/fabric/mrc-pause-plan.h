/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAUSE_PLAN_H
#define MRC_PAUSE_PLAN_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The rules of PFC for one directed link. */
struct PauseLink
{
    PortIndex back{0};    //!< the other direction, which carries pauses of this one
    uint64_t xoff{0};     //!< bytes of its frames that may wait before a pause; 0: dynamic
    uint64_t headroom{0}; //!< bytes beyond xoff, for frames that arrive until the pause acts
    uint32_t pool{0};     //!< of the headroom of the switch at its end; meaningless at a NIC
    Span response;        //!< from the arrival of a pause over this link until the pause acts
    Span quantum;         //!< 512 bit times of this link
};

/** Priority flow control of a fabric, IEEE 802.1Qbb [pfc-lossless]. */
struct PausePlan
{
    uint64_t lossless{0};         //!< DSCPs of lossless frames, 2^DSCP each; 0: no PFC
    std::vector<PauseLink> links; //!< by port; none without PFC
    std::vector<uint32_t> owners; //!< by port: number of its switch, or NO_SWITCH
    uint8_t priority{3};          //!< in pause frames, 0 .. 7
    int8_t exponent{0};           //!< a dynamic threshold is 2^exponent times the free bytes
    uint32_t offset{0};           //!< bytes below the threshold at which a pause ends
    uint64_t headroomPool{0}; //!< bytes of headroom of all links of a switch; 0: all have theirs
    uint32_t pools{0};        //!< switches
    uint16_t quanta{0xffff};  //!< how long a pause lasts unless it is repeated
    Span detect;              //!< of the watchdog: a pause so long is a storm; 0: no watchdog
    Span restore;             //!< of the watchdog: without pause so long, a storm is over
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAUSE_PLAN_H */
