/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_COMPLETION_QUEUE_H
#define MRC_COMPLETION_QUEUE_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-work-request.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <iosfwd>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The kind of a work completion; the names are those of libibverbs' ibv_wc_opcode. */
enum class WorkOpcode : uint8_t
{
    RDMA_WRITE,               //!< a Write that this end posted, with or without immediate
    RECV_RDMA_WITH_IMMEDIATE, //!< a Write with Immediate of the peer, which took a receive buffer
    SEND,                     //!< a Send that this end posted, of RoCEv2 only [roce-verbs]
    RECV,                     //!< a Send of the peer, which took a receive buffer
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, WorkOpcode opcode);

/** One entry of a completion queue, as ibv_wc of libibverbs. */
struct WorkCompletion
{
    uint64_t id{0}; //!< of the work request; receive buffers count from 0
    CompletionStatus status{CompletionStatus::SUCCESS}; //!< the result of the work
    WorkOpcode opcode{WorkOpcode::RDMA_WRITE};          //!< the kind
    uint32_t byteLength{0};                             //!< of the Write
    uint32_t immediate{0}; //!< of a receive completion that is a success
    QpNumber qp;           //!< the queue pair of the work
    Instant at;            //!< when the host heard of the end
};

/** Where the ends of work requests wait until a program polls them. */
class CompletionQueue : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Takes the oldest completions out.
     *
     * @param most how many at most
     * @return them, in the order in which they came; empty if there are none
     */
    std::vector<WorkCompletion> Poll(uint32_t most);

    /** @return how many wait */
    uint32_t Size() const
    {
        return static_cast<uint32_t>(m_waiting.size());
    }

    /**
     * Called by a queue pair: something has ended.
     *
     * @param completion the ended work
     */
    void Add(const WorkCompletion& completion);

    /** Signature of trace source "Added". */
    typedef void (*AddedCallback)(const WorkCompletion& completion);

  private:
    std::deque<WorkCompletion> m_waiting;
    TracedCallback<const WorkCompletion&> m_added;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_COMPLETION_QUEUE_H */
