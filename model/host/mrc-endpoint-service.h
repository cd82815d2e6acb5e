/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ENDPOINT_SERVICE_H
#define MRC_ENDPOINT_SERVICE_H

#include "mrc-nic-state.h"

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Brings the answers of the connectionless service behind queue pair 2 back to the queue pair that
 * asked [endpoint-format].
 *
 * A request carries 16 bits of request id and no source queue pair, so the NIC gives out the ids.
 */
class EndpointService
{
  public:
    /** How long an answer is waited for when its place is needed: 1 ms, own choice. */
    static constexpr Span PATIENCE{1000000000};

    /** @param nics how many NICs there are */
    explicit EndpointService(uint32_t nics)
        : m_askers(nics)
    {
    }

    /** @return the id of the next request that leaves a NIC */
    uint16_t TakeId(uint32_t nic)
    {
        return m_askers[nic].nextId++;
    }

    /**
     * Gives an id to a request that leaves a NIC.
     *
     * @param nic the NIC
     * @param slot the queue pair that asks
     * @param request changed: the request's PSN becomes the request id
     * @param now the time
     */
    void Register(uint32_t nic, SlotIndex slot, Datagram& request, Instant now);

    /**
     * @param nic the NIC that the answer reached
     * @param response the answer; the answer's PSN becomes the number that the queue pair had
     * written
     * @return the slot that asked, or NO_SLOT if no queue pair waits for the answer
     */
    SlotIndex Claim(uint32_t nic, Datagram& response);

  private:
    /** A queue pair that waits for an answer. */
    struct Asker
    {
        Instant askedAt;
        SlotIndex slot{NO_SLOT}; //!< NO_SLOT: nobody
        uint16_t id{0};          //!< of the request
        uint16_t own{0};         //!< the id that the queue pair itself had written
    };

    /** The askers of one NIC, each at its request id modulo the number of places. */
    struct Askers
    {
        std::vector<Asker> places; //!< none, or a power of two of them
        uint16_t nextId{0};
    };

    static void Grow(std::vector<Asker>& places);

    std::vector<Askers> m_askers; //!< by NIC
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ENDPOINT_SERVICE_H */
