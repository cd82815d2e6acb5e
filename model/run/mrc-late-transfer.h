/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LATE_TRANSFER_H
#define MRC_LATE_TRANSFER_H

#include "ns3/mrc-fault.h"
#include "ns3/mrc-flow-record.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

class LatePackets;
class Network;

/** What sender and faults tell about a transfer that took longer than alone [late-transfer]. */
struct LateTransfer
{
    Span over;                         //!< beyond the time that the transfer takes alone
    std::optional<uint64_t> packets{}; //!< sent again meanwhile; unknown if nobody listened
    std::optional<PlaneId> plane{};    //!< that most of them had gone over before
    std::vector<PortIndex> path{};     //!< likewise, the ports they left by; empty for RoCEv2
    uint64_t pathPackets{0};           //!< of these packets those of that path
    uint32_t badPaths{0};              //!< EVs that were assumed bad meanwhile
    std::optional<Fault> fault{};      //!< most of these packets met it, or it was on some path
    uint64_t faultPackets{0};          //!< how many had a path through the fault
};

/** @return how much longer a complete flow between two NICs took than it takes alone */
Span OverOf(const Network& network, const FlowRecord& flow);

/**
 * @param network after the run
 * @param late listened to its queue pairs
 * @param flow one that is complete, between two NICs
 * @param busy since when its queue pairs had something to do without a pause
 * @return what is known about it
 */
LateTransfer JudgeLate(Network& network,
                       const LatePackets& late,
                       const FlowRecord& flow,
                       Instant busy);

} // namespace mrc
} // namespace ns3

#endif /* MRC_LATE_TRANSFER_H */
