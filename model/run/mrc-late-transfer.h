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
    bool isLate{false};                //!< whether that is enough to look for a path and a fault
    std::optional<uint64_t> packets{}; //!< sent again meanwhile; unknown if nobody listened
    std::optional<PlaneId> plane{};    //!< that most of them had gone over before
    std::vector<PortIndex> path{};     //!< of that plane, likewise; empty: the sender knows none
    uint64_t pathPackets{0};           //!< of these packets those of that path
    uint32_t badPaths{0};              //!< EVs that were assumed bad meanwhile
    std::optional<Fault> fault{};      //!< most of these packets met it, or it was on some path
    uint64_t faultPackets{0};          //!< how many had a path through the fault
};

/** When a transfer was under way. */
struct TransferTimes
{
    Span alone;   //!< that the transfer takes on an idle fabric
    Instant busy; //!< since when its queue pairs had something to do without a pause
};

/**
 * @param network after the run
 * @param late listened to its queue pairs
 * @param flow one that is complete, between two NICs
 * @param times of the flow
 * @return what is known about it
 */
LateTransfer JudgeLate(Network& network,
                       const LatePackets& late,
                       const FlowRecord& flow,
                       const TransferTimes& times);

} // namespace mrc
} // namespace ns3

#endif /* MRC_LATE_TRANSFER_H */
