/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WORK_REQUEST_H
#define MRC_WORK_REQUEST_H

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <iosfwd>

namespace ns3
{
namespace mrc
{

/** How a work request ended; the names are those of libibverbs' ibv_wc_status. */
enum class CompletionStatus : uint8_t
{
    SUCCESS,         //!< the peer acknowledged the message, or a message took a receive buffer
    WR_FLUSH_ERR,    //!< the queue pair was in error before the request's turn came
    REM_INV_REQ_ERR, //!< the peer got a request that it does not allow: too many immediates in
                     //!< flight
    REM_ACCESS_ERR,  //!< the peer allows no access to that memory with that key
    REM_OP_ERR,      //!< the peer cannot go on: no receive buffer, or its queue pair is in error
    RETRY_EXC_ERR,   //!< retry counts ran out [completion-errors] [retry-counts]
};

/** @return the name of a status, such as "RETRY_EXC_ERR"; "UNKNOWN" if there is none */
const char* ToString(CompletionStatus status);

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, CompletionStatus status);

/** The kind of a work request; MRC knows Writes only [write-only]. */
enum class WorkVerb : uint8_t
{
    WRITE, //!< RDMA Write: goes where the request says
    SEND,  //!< Send: goes into the receive buffer that is next, of RoCEv2 only [roce-verbs]
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, WorkVerb verb);

/** One RDMA Write, or Send, that a user posts. */
struct WorkRequest
{
    uint64_t id{0};                 //!< chosen by the user, comes back in the completion
    uint64_t remoteAddress{0};      //!< where the data goes in the peer's memory
    uint32_t rkey{0};               //!< the peer's key of that memory
    uint32_t length{0};             //!< bytes; 0: a signal that no memory is touched for
    bool hasImmediate{false};       //!< with Immediate
    WorkVerb verb{WorkVerb::WRITE}; //!< a Send has neither address nor key
    uint32_t immediate{0};          //!< of the message
};

/** The end of a work request at the sender. */
struct Completion
{
    uint64_t id{0};                                     //!< the id that the post returned
    CompletionStatus status{CompletionStatus::SUCCESS}; //!< the result of the work
    Instant at;                     //!< when the transport knew; host overhead is added by the NIC
    uint32_t length{0};             //!< bytes of the message
    WorkVerb verb{WorkVerb::WRITE}; //!< the verb that was posted
};

/** A message that has arrived whole at the receiver. */
struct Delivery
{
    uint16_t msn{0};                //!< number of the message in the order of the posts, modulo
                                    //!< 2^16
    uint32_t length{0};             //!< bytes of the Write
    bool hasImmediate{false};       //!< whether the request is a Write with Immediate
    WorkVerb verb{WorkVerb::WRITE}; //!< the verb that the peer posted
    uint32_t immediate{0};          //!< of a Write with Immediate, else 0
    Instant at;                     //!< when the last byte of the message was there

    /** @return whether the request takes a receive buffer [receive-buffers] */
    bool TakesBuffer() const
    {
        return hasImmediate || verb == WorkVerb::SEND;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_WORK_REQUEST_H */
