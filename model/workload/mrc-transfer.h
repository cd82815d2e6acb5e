/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRANSFER_H
#define MRC_TRANSFER_H

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/** One message from one NIC to another, and what it waits for and sets off. */
struct Transfer
{
    uint32_t id{0};                          //!< flow number, from 1, unique in its workload
    uint32_t source{0};                      //!< sending NIC, from 0
    uint32_t destination{0};                 //!< receiving NIC, another one
    uint64_t bytes{0};                       //!< length of the message; 0: a signal without data
    Instant start;                           //!< when it is posted, unless startTrigger is set
    std::optional<uint32_t> startTrigger;    //!< number of the trigger that posts it
    std::optional<uint32_t> sendDoneTrigger; //!< activated by the sender's completion
    std::optional<uint32_t> recvDoneTrigger; //!< activated when all bytes are placed
    uint32_t line{0};                        //!< of the file it was read from; 0 if there is none
    uint32_t column{0};                      //!< of its start time or trigger in that line
};

/** How a trigger turns activations into starts (the three kinds of htsim). */
enum class TriggerKind : uint8_t
{
    ONESHOT,   //!< its one activation starts all transfers that wait
    MULTISHOT, //!< each activation starts the next transfer that waits, in the order of the list
    BARRIER,   //!< as many activations as its count says start all transfers that wait
};

/** Starts transfers when others are done. */
struct Trigger
{
    uint32_t id{0};                         //!< number, from 1, unique in its workload
    TriggerKind kind{TriggerKind::ONESHOT}; //!< what an activation does
    uint32_t count{1};                      //!< activations that a barrier needs, at least 1
    uint32_t line{0};                       //!< of the file it was read from; 0 if there is none
    uint32_t column{0};                     //!< of its id in that line
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRANSFER_H */
