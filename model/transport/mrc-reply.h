/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REPLY_H
#define MRC_REPLY_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-neth.h"
#include "ns3/mrc-seth.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Which kind of answer does a packet get? */
enum class ReplyKind : uint8_t
{
    SACK,
    PROBE_SACK,
    NACK,
};

/** An answer that waits to be sent; its cumulative part is filled in when it goes
 * [answer-order]. */
struct Reply
{
    Ev ev;              //!< of the packet that the reply answers
    Psn psn;            //!< of that packet; probe_id of a probe
    uint16_t timestamp; //!< of that packet
    ReplyKind kind;     //!< the kind of the reply
    NackReason reason;  //!< of a NACK
    PlaneId plane;      //!< on which that packet arrived
    PathMark mark;      //!< a SACK's word on the path
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REPLY_H */
