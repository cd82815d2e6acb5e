/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-verbs.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-rank-desk.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcQp");

namespace
{

constexpr double LATEST_POST = 4611686; // s: 2^62 ps, which leave room for the time behind in 63
                                        // bits

} // namespace

QpVerbs::QpVerbs(NicTable& nics, SlotIndex slot, const QpEnd& own, uint32_t peer, VerbsState& state)
    : m_nics(nics),
      m_slot(slot),
      m_own(own),
      m_peer(peer),
      m_state(state)
{
}

/**
 * Writes go to the peer's memory one behind the other from address 0, with key 0 and ids of their
 * own.
 */
uint64_t
QpVerbs::Write(uint64_t bytes, std::optional<uint32_t> immediate)
{
    CheckMayPost(bytes);
    WorkRequest request;
    request.id = m_state.nextId++;
    request.remoteAddress = m_state.nextAddress;
    request.length = static_cast<uint32_t>(bytes);
    request.hasImmediate = immediate.has_value();
    request.immediate = immediate.value_or(0);
    m_state.nextAddress += bytes;
    m_nics.Host().Post(m_slot, request);
    return request.id;
}

/** A fatal error for a post that can have no sensible end; all forms of posting pass here. */
void
QpVerbs::CheckMayPost(uint64_t bytes) const
{
    // First: behind Simulator::Destroy a question for the time would make another simulator.
    if (m_nics.Store().over)
    {
        NS_FATAL_ERROR("a Write was posted after Simulator::Destroy, with which the network ended; "
                       "expected it before, or a new network");
    }
    NS_LOG_LOGIC("queue pair " << QpNumberOf(m_slot).value << " posts " << bytes << " bytes");
    if (Simulator::Now().GetSeconds() > LATEST_POST)
    {
        NS_FATAL_ERROR("a Write was posted after " << Simulator::Now().GetSeconds()
                                                   << " s of simulated time; expected "
                                                   << LATEST_POST << " s at most, 2^62 ps");
    }
    if (bytes > UINT32_MAX)
    {
        NS_FATAL_ERROR("a Write of " << bytes << " bytes was posted; expected 0 .. " << UINT32_MAX);
    }
    // In ERR a post is allowed, as in libibverbs: the completion says that it was flushed.
    if (State() != QpState::RTS && State() != QpState::ERR)
    {
        NS_FATAL_ERROR("a Write was posted to queue pair "
                       << QpNumberOf(m_slot).value << " in state " << State() << "; expected RTS");
    }
}

void
QpVerbs::PostSend(const WorkRequest& request)
{
    CheckMayPost(request.length);
    if (request.verb == WorkVerb::SEND && m_own.profile->GetTransport() == "none")
    {
        NS_FATAL_ERROR("a Send was posted to queue pair "
                       << QpNumberOf(m_slot).value
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
    m_nics.Host().Post(m_slot, request);
}

void
QpVerbs::PostReceive(uint32_t count)
{
    if (State() == QpState::RESET)
    {
        NS_FATAL_ERROR("receive buffers were posted to queue pair "
                       << QpNumberOf(m_slot).value << " in state RESET; expected INIT or later");
    }
    // Another process knows which buffers its NIC has taken.
    const uint64_t waiting =
        m_nics.Store().IsElsewhere(m_slot) ? 0 : m_nics.Receives().LimitsOf(m_slot).buffers.Left();
    if (waiting + count > Qp::MOST_RECEIVES)
    {
        NS_FATAL_ERROR(count << " receive buffers were posted to queue pair "
                             << QpNumberOf(m_slot).value << ", where " << waiting
                             << " wait; expected at most " << Qp::MOST_RECEIVES << " to wait");
    }
    m_nics.Receives().Post(m_slot, count);
}

/**
 * Regions belong to one queue pair, and move into the transport when the queue pair goes to RTR.
 */
uint32_t
QpVerbs::RegisterMemory(uint64_t address, uint64_t length)
{
    if (length == 0 || length - 1 > UINT64_MAX - address)
    {
        NS_FATAL_ERROR("memory of " << length << " bytes at address " << address
                                    << " was registered; expected at least 1 byte, and its last at "
                                       "address 2^64 - 1 or below");
    }
    return m_nics.Receives().LimitsOf(m_slot).memory.Register(address, length);
}

void
QpVerbs::DeregisterMemory(uint32_t rkey)
{
    if (!m_nics.Receives().LimitsOf(m_slot).memory.Deregister(rkey))
    {
        NS_FATAL_ERROR("queue pair " << QpNumberOf(m_slot).value << " has no memory with rkey "
                                     << rkey << "; expected what RegisterMemory returned, once");
    }
}

QpState
QpVerbs::State() const
{
    return m_nics.States().Of(m_slot);
}

/**
 * Checks and does the work for the new state first: if a profile is refused, the state stays. The
 * change comes last, as sinks of "State" may call Modify again.
 */
void
QpVerbs::Modify(const QpAttributes& attributes)
{
    if (!MayFollow(State(), attributes.state))
    {
        NS_FATAL_ERROR("queue pair " << QpNumberOf(m_slot).value << " cannot go from " << State()
                                     << " to " << attributes.state
                                     << "; expected RESET to INIT to RTR to RTS, or RESET or ERR");
    }
    NS_LOG_LOGIC("queue pair " << QpNumberOf(m_slot).value << " goes from " << State() << " to "
                               << attributes.state);
    GiveOrder(m_nics.Store(), m_slot, [&] {
        if (attributes.state == QpState::INIT)
        {
            Bind(attributes);
        }
        else if (attributes.state == QpState::RTR)
        {
            SetUp(attributes);
        }
        m_nics.States().Change(m_slot, attributes.state);
    });
}

/** To INIT: the profiles are kept, and read when the queue pair goes to RTR. */
void
QpVerbs::Bind(const QpAttributes& attributes)
{
    if (!attributes.ev || !attributes.cc)
    {
        NS_FATAL_ERROR("queue pair " << QpNumberOf(m_slot).value << " goes to INIT without "
                                     << (attributes.ev ? "a CcProfile" : "an EvProfile")
                                     << "; expected one of each");
    }
    m_state.ev = attributes.ev;
    m_state.cc = attributes.cc;
}

/**
 * To RTR: the transport is made, now that the peer is known. INIT came before, so profiles are
 * there.
 */
void
QpVerbs::SetUp(const QpAttributes& attributes)
{
    const QpNumber expected = QpNumberOf(PeerOf(m_slot));
    if (attributes.destination != expected)
    {
        NS_FATAL_ERROR("queue pair " << QpNumberOf(m_slot).value << " goes to RTR with destination "
                                     << attributes.destination.value << "; expected its peer, "
                                     << expected.value);
    }
    // With 0 of one of them Writes or immediates could never be sent, and nothing would say why:
    // the ends agree on the lesser number.
    if (attributes.peerOffer.mpr == 0 || attributes.peerOffer.maxImmediates == 0)
    {
        NS_FATAL_ERROR("queue pair " << QpNumberOf(m_slot).value
                                     << " goes to RTR with a peer that offers "
                                     << +attributes.peerOffer.mpr << " units of MPR and "
                                     << attributes.peerOffer.maxImmediates
                                     << " immediates; expected at least 1 of each");
    }
    QueuePairPlan plan;
    plan.slot = m_slot;
    plan.nic = m_own.nic;
    plan.peer = m_peer;
    plan.qp = m_own.profile->Get();
    plan.ev = m_state.ev->Get();
    plan.cc = m_state.cc->Get();
    plan.transport = m_own.profile->Transport();
    plan.peerOffer = attributes.peerOffer;
    plan.firstPsn = attributes.firstPsn;
    m_nics.Setup().SetUp(plan);
}

} // namespace mrc
} // namespace ns3
