/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-nic-table.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcQpVerbs");

// What a program on libibverbs does with a queue pair. Where libibverbs returns an error, the
// program ends with a message here.

void
Qp::PostSend(const WorkRequest& request)
{
    CheckMayPost(request.length);
    if (request.verb == WorkVerb::SEND && m_own.profile->GetTransport() == "none")
    {
        NS_FATAL_ERROR("a Send was posted to queue pair "
                       << Number()
                       << ", which is one of MRC; expected a Write, or a QpProfile::Transport such "
                          "as ns3::mrc::RoceTransport [write-only]");
    }
    // The sum of address and length may pass 2^64, so the last byte is compared instead. A Write of
    // no bytes touches no address.
    if (request.length != 0 && request.length - 1 > UINT64_MAX - request.remoteAddress)
    {
        NS_FATAL_ERROR("a Write of " << request.length << " bytes to address "
                                     << request.remoteAddress
                                     << " was posted; expected its last byte at address 2^64 - 1 "
                                        "or below");
    }
    m_nics->Host().Post(m_slot, request);
}

void
Qp::PostReceive(uint32_t count)
{
    if (Nics().Store().slots[m_slot].state == QpState::RESET)
    {
        NS_FATAL_ERROR("receive buffers were posted to queue pair "
                       << Number() << " in state RESET; expected INIT or later");
    }
    const uint64_t waiting = m_nics->Seats().AdminOf(m_slot).Limits().buffers.Left();
    if (waiting + count > MOST_RECEIVES)
    {
        NS_FATAL_ERROR(count << " receive buffers were posted to queue pair " << Number()
                             << ", where " << waiting << " wait; expected at most " << MOST_RECEIVES
                             << " to wait");
    }
    m_nics->Receives().Post(m_slot, count);
}

/**
 * Regions belong to one queue pair, and move into the transport when the queue pair goes to RTR.
 */
uint32_t
Qp::RegisterMemory(uint64_t address, uint64_t length)
{
    if (length == 0 || length - 1 > UINT64_MAX - address)
    {
        NS_FATAL_ERROR("memory of " << length << " bytes at address " << address
                                    << " was registered; expected at least 1 byte, and its last at "
                                       "address 2^64 - 1 or below");
    }
    return Nics().Seats().AdminOf(m_slot).Limits().memory.Register(address, length);
}

void
Qp::DeregisterMemory(uint32_t rkey)
{
    if (!Nics().Seats().AdminOf(m_slot).Limits().memory.Deregister(rkey))
    {
        NS_FATAL_ERROR("queue pair " << Number() << " has no memory with rkey " << rkey
                                     << "; expected what RegisterMemory returned, once");
    }
}

QpState
Qp::State() const
{
    return Nics().Store().slots[m_slot].state;
}

QpStatus
Qp::Query() const
{
    // First: a Qp without a network has no profile either.
    const QueuePairAdmin& admin = Nics().Seats().AdminOf(m_slot);
    QpStatus status;
    status.state = State();
    status.number = QpNumberOf(m_slot);
    status.nic = m_own.nic;
    status.peerNic = m_other.nic;
    status.offer = m_own.profile->Get().Offer();
    status.window = admin.Status().window;
    return status;
}

/**
 * What the new state needs is checked and done first: if a profile is refused, the state stays. The
 * change comes last, as sinks of "State" may call Modify again.
 */
void
Qp::Modify(const QpAttributes& attributes)
{
    if (!MayFollow(State(), attributes.state))
    {
        NS_FATAL_ERROR("queue pair " << Number() << " cannot go from " << State() << " to "
                                     << attributes.state
                                     << "; expected RESET to INIT to RTR to RTS, or RESET or ERR");
    }
    NS_LOG_LOGIC("queue pair " << Number() << " goes from " << State() << " to "
                               << attributes.state);
    if (attributes.state == QpState::INIT)
    {
        Bind(attributes);
    }
    else if (attributes.state == QpState::RTR)
    {
        SetUp(attributes);
    }
    m_nics->States().Change(m_slot, attributes.state);
}

/** To INIT: the profiles are kept, and read when the queue pair goes to RTR. */
void
Qp::Bind(const QpAttributes& attributes)
{
    if (!attributes.ev || !attributes.cc)
    {
        NS_FATAL_ERROR("queue pair " << Number() << " goes to INIT without "
                                     << (attributes.ev ? "a CcProfile" : "an EvProfile")
                                     << "; expected one of each");
    }
    m_ev = attributes.ev;
    m_cc = attributes.cc;
}

/**
 * To RTR: the transport is made, now that the peer is known. INIT came before, so profiles are
 * there.
 */
void
Qp::SetUp(const QpAttributes& attributes)
{
    const QpNumber expected = QpNumberOf(PeerOf(m_slot));
    if (attributes.destination != expected)
    {
        NS_FATAL_ERROR("queue pair " << Number() << " goes to RTR with destination "
                                     << attributes.destination.value << "; expected its peer, "
                                     << expected.value);
    }
    // With 0 of one of them Writes or immediates could never be sent, and nothing would say why:
    // the ends agree on the lesser number.
    if (attributes.peerOffer.mpr == 0 || attributes.peerOffer.maxImmediates == 0)
    {
        NS_FATAL_ERROR("queue pair " << Number() << " goes to RTR with a peer that offers "
                                     << +attributes.peerOffer.mpr << " units of MPR and "
                                     << attributes.peerOffer.maxImmediates
                                     << " immediates; expected at least 1 of each");
    }
    QueuePairPlan plan;
    plan.slot = m_slot;
    plan.nic = m_own.nic;
    plan.peer = m_other.nic;
    plan.qp = m_own.profile->Get();
    plan.ev = m_ev->Get();
    plan.cc = m_cc->Get();
    plan.transport = m_own.profile->Transport();
    plan.peerOffer = attributes.peerOffer;
    plan.firstPsn = attributes.firstPsn;
    m_nics->Setup().SetUp(plan);
}

void
Qp::SetCompletionQueues(Ptr<CompletionQueue> send, Ptr<CompletionQueue> receive)
{
    m_sendQueue = send;
    m_receiveQueue = receive;
    // Receive completions cost the NIC an entry each, so it makes them only if somebody waits.
    if (receive)
    {
        Nics().Receives().Watch(m_slot);
    }
}

/**
 * Receive buffers have no ids of their own: they are numbered in the order in which they are taken.
 */
void
Qp::Received(CompletionStatus status, const Delivery& delivery)
{
    WorkCompletion entry;
    entry.id = m_received++;
    entry.status = status;
    entry.opcode =
        delivery.verb == WorkVerb::SEND ? WorkOpcode::RECV : WorkOpcode::RECV_RDMA_WITH_IMMEDIATE;
    entry.byteLength = delivery.length;
    entry.immediate = delivery.immediate;
    entry.qp = QpNumberOf(m_slot);
    entry.at = delivery.at;
    if (m_receiveQueue)
    {
        m_receiveQueue->Add(entry);
    }
}

/**
 * Made when asked for: most scripts look at the end that posts only. That end owns the other one,
 * and is pointed back to without a count, as two counts would be a cycle.
 */
Ptr<Qp>
Qp::Peer()
{
    NicTable& nics = Nics();
    if (m_owner != nullptr)
    {
        return m_owner;
    }
    if (!m_peer)
    {
        m_peer = CreateObject<Qp>(nics, PeerOf(m_slot), m_other, m_own);
        m_peer->m_owner = this;
    }
    return m_peer;
}

} // namespace mrc
} // namespace ns3
