/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-completion-queue.h"

#include "ns3/log.h"
#include "ns3/mrc-enum-text.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcCompletionQueue");

NS_OBJECT_ENSURE_REGISTERED(CompletionQueue);

std::ostream&
operator<<(std::ostream& out, WorkOpcode opcode)
{
    static constexpr const char* NAMES[] = {"RDMA_WRITE",
                                            "RECV_RDMA_WITH_IMMEDIATE",
                                            "SEND",
                                            "RECV"};
    return PrintName(out, NAMES, opcode);
}

TypeId
CompletionQueue::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mrc::CompletionQueue")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<CompletionQueue>()
            .AddTraceSource("Added",
                            "A completion came in; it waits in the queue until it is polled",
                            MakeTraceSourceAccessor(&CompletionQueue::m_added),
                            "ns3::mrc::CompletionQueue::AddedCallback");
    return tid;
}

/** Returns at once, as ibv_poll_cq does; trace source "Added" tells when a call is worth while. */
std::vector<WorkCompletion>
CompletionQueue::Poll(uint32_t most)
{
    const auto end = m_waiting.begin() + std::min<size_t>(most, m_waiting.size());
    const std::vector<WorkCompletion> polled(m_waiting.begin(), end);
    m_waiting.erase(m_waiting.begin(), end);
    return polled;
}

void
CompletionQueue::Add(const WorkCompletion& completion)
{
    NS_LOG_LOGIC("work request " << completion.id << " ends: " << completion.status);
    // Before the sinks: one that polls finds the entry.
    m_waiting.push_back(completion);
    m_added(completion);
}

} // namespace mrc
} // namespace ns3
