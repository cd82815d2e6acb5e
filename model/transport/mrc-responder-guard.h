/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RESPONDER_GUARD_H
#define MRC_RESPONDER_GUARD_H

#include "mrc-hold-back.h"
#include "mrc-incast-gauge.h"
#include "mrc-memory-regions.h"
#include "mrc-receive-buffers.h"

#include "ns3/mrc-aeth.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The limits that a user sets the peer: memory, and buffers for the peer's immediates. */
struct ResponderLimits
{
    MemoryRegions memory;   //!< where the peer may write
    ReceiveBuffers buffers; //!< for immediates of the messages
};

/**
 * Data that a responder needs only in some cases. In these its user limits the peer, data waits for
 * its turn, the responder asks for penalties of its own, or the responder fails.
 */
struct ResponderGuard
{
    static constexpr uint64_t NONE = ~uint64_t{0}; //!< no packet

    ResponderLimits limits;   //!< the limits of the peer
    HoldBack held;            //!< bytes that wait for others before them
    IncastGauge::Share share; //!< of the packets that come to the NIC
    double room{0};           //!< full packets that the windows of all senders may hold
    bool penalised{false};    //!< the responder asked for a penalty of its own, and nothing was
                              //!< restored yet
    uint64_t completed{0};    //!< messages completed since this was made
    uint64_t refusedAt{NONE}; //!< first sequence number that is refused at transport level
    AethSyndrome syndrome{AethSyndrome::ACK}; //!< why
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RESPONDER_GUARD_H */
