/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_STATE_H
#define MRC_QP_STATE_H

#include <cstdint>
#include <iosfwd>

namespace ns3
{
namespace mrc
{

/**
 * The work that a queue pair is ready for; names and rules are those of libibverbs' ibv_qp_state
 * [qp-states].
 */
enum class QpState : uint8_t
{
    RESET, //!< the queue pair is there, nothing more
    INIT,  //!< bound to its profiles; receive buffers may be posted
    RTR,   //!< ready to receive: the queue pair knows its peer
    RTS,   //!< ready to send
    ERR,   //!< failed: posted requests are flushed, the peer is refused
};

/** @return whether ibv_modify_qp's rules let a queue pair go from one state to another */
bool MayFollow(QpState from, QpState to);

/** @return the name of a state; "UNKNOWN" if there is none */
const char* ToString(QpState state);

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, QpState state);

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_STATE_H */
