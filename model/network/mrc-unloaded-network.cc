/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-unloaded-network.h"

#include "mrc-ideal-memo.h"
#include "mrc-ideal.h"
#include "mrc-network-plan.h"
#include "mrc-nic-pair.h"

#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-tick.h"
#include "ns3/mrc-transport-maker.h"

namespace ns3
{
namespace mrc
{

Span
UnloadedNetwork::HostDelay() const
{
    return ToSpan(m_profiles.fabric->HostDelay());
}

Span
UnloadedNetwork::TriggerDelay() const
{
    return ToSpan(m_profiles.fabric->TriggerDelay());
}

uint32_t
UnloadedNetwork::Payload() const
{
    return m_profiles.qp->Get().payload;
}

uint32_t
UnloadedNetwork::QueuePairsPerPair() const
{
    return m_profiles.qp->Get().perPair;
}

/** A base RTT is without the overhead of hosts, which delays work requests, not packets. */
Span
UnloadedNetwork::BaseRttBetween(uint32_t source, uint32_t destination) const
{
    CheckNicPair(m_topology, source, destination);
    return BaseRtt(m_topology, source, destination, PacketSizesOf(m_profiles));
}

/** WorkloadRun compares each flow with this. The network's profiles count, not the ends'. */
Span
UnloadedNetwork::IdealBetween(uint32_t source,
                              uint32_t destination,
                              uint64_t bytes,
                              IdealMemo* memo) const
{
    CheckNicPair(m_topology, source, destination);
    IdealParameters parameters = PacketSizesOf(m_profiles);
    parameters.postOverhead = HostDelay();
    // A Write begins and ends at the hosts, so both overheads are in.
    parameters.completionOverhead = parameters.postOverhead;
    if (const auto transport = m_profiles.qp->Transport())
    {
        // RoCE's ACK is as long as MRC's Transport ACK, and no SACK goes before it [roce-ideal].
        parameters.dataOverhead -= ExtensionBytes(Opcode::WRITE_MIDDLE) + TSETH_BYTES;
        parameters.dataOverhead += transport->ExtensionBytesOfData();
        parameters.sackBytes = 0;
    }
    return memo == nullptr ? IdealCompletion(m_topology, source, destination, bytes, parameters)
                           : memo->Completion(m_topology, source, destination, bytes, parameters);
}

} // namespace mrc
} // namespace ns3
