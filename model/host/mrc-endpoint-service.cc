/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-endpoint-service.h"

namespace ns3
{
namespace mrc
{

namespace
{

uint64_t
KeyOf(uint32_t nic, Psn id)
{
    return (static_cast<uint64_t>(nic) << 16) | (id.Value() & 0xffff);
}

} // namespace

void
EndpointService::Register(uint32_t nic, SlotIndex slot, Datagram& request)
{
    const Psn own = request.bth.psn;
    request.bth.psn = Psn(m_nextId[nic]++);
    request.bth.destination = ENDPOINT_QP;
    m_askers[KeyOf(nic, request.bth.psn)] = Asker{slot, own};
}

SlotIndex
EndpointService::Claim(uint32_t nic, Datagram& response)
{
    const auto found = m_askers.find(KeyOf(nic, response.bth.psn));
    if (found == m_askers.end())
    {
        return NO_SLOT;
    }
    const Asker asker = found->second;
    m_askers.erase(found);
    response.bth.psn = asker.psn;
    return asker.slot;
}

} // namespace mrc
} // namespace ns3
