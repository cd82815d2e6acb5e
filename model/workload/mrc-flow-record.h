/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_RECORD_H
#define MRC_FLOW_RECORD_H

#include "ns3/mrc-instant.h"
#include "ns3/mrc-work-request.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The record of one flow: one repetition of a transfer, from its post to its completion. */
struct FlowRecord
{
    uint64_t flow{0};                                   //!< number, unique in the run, from 1
    uint32_t source{0};                                 //!< sending NIC, from 0
    uint32_t destination{0};                            //!< receiving NIC
    uint64_t bytes{0};                                  //!< length of the message
    Instant start;                                      //!< when the flow was posted
    Instant finish{Instant::Never()};                   //!< the sender's completion
    CompletionStatus status{CompletionStatus::SUCCESS}; //!< of the completion
    uint64_t packets{0};         //!< data packets sent, retransmissions included
    uint64_t retransmissions{0}; //!< data packets sent again, for any cause
    uint64_t trims{0};           //!< data packets that arrived trimmed
    uint64_t marks{0};           //!< data packets that arrived CE marked
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_RECORD_H */
