/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pair-maker.h"

#include "mrc-network-parts.h"
#include "mrc-nic-pair.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"

#include <string>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcPairMaker");

/** Ends are neighbours, the first at an even slot: PeerOf flips the lowest bit. */
Ptr<Qp>
PairMaker::Connect(const QpEnd& own, const QpEnd& peer, const EvProfile& paths) const
{
    const SlotIndex slot = CheckedSlot(own.nic, peer.nic);
    const EvConfig ev = paths.Get();
    const QueuePairPlan first = PlanOf(slot, own, peer, ev);
    const QueuePairPlan second = PlanOf(slot + 1, peer, own, ev);
    // All shards know all queue pairs by the same slots; each has the ends of its own NICs.
    for (const auto& shard : m_parts.shards.All())
    {
        if (!shard->GetNews().isElsewhere) // what stands for other processes has no NICs
        {
            shard->GetNics().Setup().AddReady(first, second);
        }
    }
    return AddFace(slot, own, peer);
}

Ptr<Qp>
PairMaker::Create(const QpEnd& own, const QpEnd& peer) const
{
    // Such a pair is in state RESET: the script takes it to the others.
    const SlotIndex slot = CheckedSlot(own.nic, peer.nic);
    for (const auto& shard : m_parts.shards.All())
    {
        if (!shard->GetNews().isElsewhere)
        {
            QueuePairSetup& setup = shard->GetNics().Setup();
            setup.Add(own.nic, peer.nic);
            setup.Add(peer.nic, own.nic);
        }
    }
    return AddFace(slot, own, peer);
}

/** @return the slot of the source's end, if a connection can be made; the peer gets the next one */
SlotIndex
PairMaker::CheckedSlot(uint32_t source, uint32_t destination) const
{
    CheckNicPair(m_parts.topology, source, destination);
    const SlotIndex slot = m_parts.shards.FirstHere().GetNics().Store().NextSlot();
    NS_LOG_LOGIC("queue pair " << m_parts.pairs.size() << ": NIC " << source << " to "
                               << destination);
    if (QpNumberOf(slot + 1).value > 0xffffff)
    {
        NS_FATAL_ERROR("more than 2^23 connections: queue pair numbers have 24 bits");
    }
    return slot;
}

/** The source's end alone gets a face: Qp::Peer makes the other one when a script asks for it. */
Ptr<Qp>
PairMaker::AddFace(SlotIndex slot, const QpEnd& own, const QpEnd& peer) const
{
    const QpNics nics{m_parts.shards.Of(own.nic).GetNics(), m_parts.shards.Of(peer.nic).GetNics()};
    // Pairs are kept in the order of their slots.
    m_parts.pairs.push_back(CreateObject<Qp>(nics, slot, own, peer));
    m_parts.faces.Show(m_parts.pairs.back());
    return m_parts.pairs.back();
}

/**
 * Both ends of a connection need the same payload and transport. Other settings may differ, as ends
 * tell them each other.
 */
QpProfilePair
PairMaker::EndsWith(const QpProfilePair& profiles) const
{
    const Ptr<QpProfile>& common = m_parts.profiles.qp;
    // Without profiles of its own a connection has the network's at both ends.
    if (!profiles.source && !profiles.destination)
    {
        return {common, common};
    }
    if (!profiles.source || !profiles.destination)
    {
        NS_FATAL_ERROR("the profile of one end of a connection is null; expected one for each "
                       "end, or none");
    }
    const uint32_t payload = profiles.source->Get().payload;
    const uint32_t other = profiles.destination->Get().payload;
    if (payload != other)
    {
        NS_FATAL_ERROR("the ends of a connection have QpProfile::Payload "
                       << payload << " and " << other << "; expected the same");
    }
    const std::string transport = profiles.source->GetTransport();
    if (transport != profiles.destination->GetTransport())
    {
        NS_FATAL_ERROR("the ends of a connection have QpProfile::Transport "
                       << transport << " and " << profiles.destination->GetTransport()
                       << "; expected the same");
    }
    // Room in the queues was checked for the network's payload: a longer packet may fit nowhere.
    const uint32_t most = common->Get().payload;
    if (payload > most)
    {
        NS_FATAL_ERROR("the ends of a connection have QpProfile::Payload "
                       << payload << "; expected at most the network's, " << most);
    }
    return profiles;
}

/** Here both ends know each other's offer: it stands for the exchange out of band. */
QueuePairPlan
PairMaker::PlanOf(SlotIndex slot, const QpEnd& own, const QpEnd& peer, const EvConfig& ev) const
{
    QueuePairPlan plan;
    plan.slot = slot;
    plan.nic = own.nic;
    plan.peer = peer.nic;
    plan.qp = own.profile->Get(); // the present values: a script's later changes are for later ends
    plan.ev = ev;
    plan.cc = m_parts.profiles.cc->Get();
    plan.transport = own.profile->Transport();
    plan.peerOffer = peer.profile->Get().Offer();
    return plan;
}

} // namespace mrc
} // namespace ns3
