/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-endpoint-service.h"

#include <cstddef>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t FEWEST_PLACES = 4;
constexpr std::size_t MOST_PLACES = 1 << 16; // as many as there are ids

} // namespace

/** Doubles the places of a NIC. None collide: ids that differ modulo n differ modulo 2n. */
void
EndpointService::Grow(std::vector<Asker>& places)
{
    std::vector<Asker> more(places.empty() ? FEWEST_PLACES : 2 * places.size());
    for (const Asker& asker : places)
    {
        if (asker.slot != NO_SLOT)
        {
            more[asker.id & (more.size() - 1)] = asker;
        }
    }
    places = std::move(more);
}

/** Called by NicPump for each EV probe of a queue pair. */
void
EndpointService::Register(uint32_t nic, SlotIndex slot, Datagram& request, Instant now)
{
    Askers& askers = m_askers[nic];
    std::vector<Asker>& places = askers.places;
    const uint16_t id = TakeId(nic);
    if (places.empty())
    {
        Grow(places);
    }
    // A queue pair that may still get its answer keeps its place. The places are doubled until the
    // new queue pair falls on a free place, or on the place of one that has waited in vain.
    for (const Asker* before = &places[id & (places.size() - 1)];
         before->slot != NO_SLOT && now < before->askedAt + PATIENCE && places.size() < MOST_PLACES;
         before = &places[id & (places.size() - 1)])
    {
        Grow(places);
    }
    places[id & (places.size() - 1)] = {now,
                                        slot,
                                        id,
                                        static_cast<uint16_t>(request.bth.psn.Value())};
    request.bth.psn = Psn(id);
    request.bth.destination = ENDPOINT_QP;
}

SlotIndex
EndpointService::Claim(uint32_t nic, Datagram& response)
{
    std::vector<Asker>& places = m_askers[nic].places;
    const auto id = static_cast<uint16_t>(response.bth.psn.Value());
    if (places.empty())
    {
        return NO_SLOT;
    }
    Asker& asker = places[id & (places.size() - 1)];
    if (asker.id != id)
    {
        return NO_SLOT;
    }
    response.bth.psn = Psn(asker.own);
    // The place is free again, so a second answer to the same request finds nobody.
    return std::exchange(asker.slot, NO_SLOT);
}

} // namespace mrc
} // namespace ns3
