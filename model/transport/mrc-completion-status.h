/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_COMPLETION_STATUS_H
#define MRC_COMPLETION_STATUS_H

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
    REM_INV_REQ_ERR, //!< the peer was sent what it may not be sent: too many immediates in flight
    REM_ACCESS_ERR,  //!< the peer allows no access to that memory with that key
    REM_OP_ERR,      //!< the peer cannot go on: no receive buffer, or its queue pair is in error
    RETRY_EXC_ERR,   //!< retry counts ran out [completion-errors] [retry-counts]
};

/** @return the name of a status, such as "RETRY_EXC_ERR"; "UNKNOWN" if there is none */
const char* ToString(CompletionStatus status);

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, CompletionStatus status);

} // namespace mrc
} // namespace ns3

#endif /* MRC_COMPLETION_STATUS_H */
