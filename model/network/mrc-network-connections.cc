/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How a network makes queue pairs.

#include "mrc-network-parts.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcNetworkConnections");

Ptr<Qp>
Network::Connect(uint32_t source, uint32_t destination)
{
    return Connect(source, destination, {m_parts->profiles.qp, m_parts->profiles.qp});
}

Ptr<Qp>
Network::Connect(uint32_t source, uint32_t destination, const Ptr<EvProfile>& paths)
{
    if (!paths)
    {
        NS_FATAL_ERROR("Network::Connect with a null EvProfile; expected one");
    }
    return ConnectEnds({source, m_parts->profiles.qp}, {destination, m_parts->profiles.qp}, *paths);
}

Ptr<Qp>
Network::Connect(uint32_t source, uint32_t destination, const QpProfilePair& profiles)
{
    return ConnectEnds({source, profiles.source},
                       {destination, profiles.destination},
                       *m_parts->profiles.ev);
}

/**
 * Makes two ends that can send at once, without the states that a script would lead them through.
 * Ends are neighbours, the first at an even slot: PeerOf flips the lowest bit.
 */
Ptr<Qp>
Network::ConnectEnds(const QpEnd& own, const QpEnd& peer, const EvProfile& paths)
{
    const SlotIndex slot = CheckedSlot("Network::Connect", own.nic, peer.nic);
    CheckProfiles({own.profile, peer.profile});
    const EvConfig ev = paths.Get();
    m_parts->Whole().GetNics().Setup().AddReady(PlanOf(slot, own, peer, ev),
                                                PlanOf(slot + 1, peer, own, ev));
    return AddFace(slot, own, peer);
}

Ptr<Qp>
Network::Create(uint32_t source, uint32_t destination)
{
    return Create(source, destination, {m_parts->profiles.qp, m_parts->profiles.qp});
}

/** The ends stay in RESET: profiles of EVs and congestion control come with Qp::Modify. */
Ptr<Qp>
Network::Create(uint32_t source, uint32_t destination, const QpProfilePair& profiles)
{
    const SlotIndex slot = CheckedSlot("Network::Create", source, destination);
    CheckProfiles(profiles);
    m_parts->Whole().GetNics().Setup().Add(source, destination);
    m_parts->Whole().GetNics().Setup().Add(destination, source);
    return AddFace(slot, {source, profiles.source}, {destination, profiles.destination});
}

/** @return the slot of the source's end, if a connection can be made; the peer gets the next one */
SlotIndex
Network::CheckedSlot(const char* what, uint32_t source, uint32_t destination) const
{
    CheckNotOver(what);
    CheckEnds(source, destination);
    const SlotIndex slot = m_parts->Whole().GetNics().Store().NextSlot();
    NS_LOG_LOGIC("queue pair " << m_qps.size() << ": NIC " << source << " to " << destination);
    if (QpNumberOf(slot + 1).value > 0xffffff)
    {
        NS_FATAL_ERROR("more than 2^23 connections: queue pair numbers have 24 bits");
    }
    return slot;
}

/** The source's end alone gets a face: Qp::Peer makes the other one when a script asks for it. */
Ptr<Qp>
Network::AddFace(SlotIndex slot, const QpEnd& own, const QpEnd& peer)
{
    m_qps.push_back(CreateObject<Qp>(m_parts->Whole().GetNics(), slot, own, peer));
    ShowQueuePair(m_qps.back());
    return m_qps.back();
}

void
Network::CheckProfiles(const QpProfilePair& profiles) const
{
    if (!profiles.source || !profiles.destination)
    {
        NS_FATAL_ERROR("a profile for an end of a connection is null; expected one for each end");
    }
    const uint32_t payload = profiles.source->Get().payload;
    const uint32_t other = profiles.destination->Get().payload;
    if (payload != other)
    {
        NS_FATAL_ERROR("the ends of a connection have QpProfile::Payload "
                       << payload << " and " << other << "; expected the same");
    }
    // Room in the queues was checked for the network's payload: a longer packet may fit nowhere.
    if (payload > Payload())
    {
        NS_FATAL_ERROR("the ends of a connection have QpProfile::Payload "
                       << payload << "; expected at most the network's, " << Payload());
    }
}

/** Here both ends know each other's offer: it stands for the exchange out of band. */
QueuePairPlan
Network::PlanOf(SlotIndex slot, const QpEnd& own, const QpEnd& peer, const EvConfig& ev) const
{
    QueuePairPlan plan;
    plan.slot = slot;
    plan.nic = own.nic;
    plan.peer = peer.nic;
    plan.qp = own.profile->Get(); // as it stands now: what a script sets later is for later ends
    plan.ev = ev;
    plan.cc = m_parts->profiles.cc->Get();
    plan.peerOffer = peer.profile->Get().Offer();
    return plan;
}

} // namespace mrc
} // namespace ns3
