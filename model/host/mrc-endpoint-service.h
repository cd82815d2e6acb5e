/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ENDPOINT_SERVICE_H
#define MRC_ENDPOINT_SERVICE_H

#include "mrc-nic-state.h"

#include "ns3/mrc-datagram.h"

#include <cstdint>
#include <unordered_map>

namespace ns3
{
namespace mrc
{

/**
 * Brings the answers of the connectionless service behind queue pair 2 back to the queue pair that
 * asked (MRC sec. 2.4).
 *
 * A request carries 16 bits of request id and no source queue pair, so the NIC gives out the ids.
 */
class EndpointService
{
  public:
    /** Who waits for an answer. */
    struct Asker
    {
        SlotIndex slot{NO_SLOT};
        Psn psn; //!< what the queue pair itself had written
    };

    /**
     * Gives a request that leaves a NIC its id.
     *
     * @param nic the NIC
     * @param slot the queue pair that asks
     * @param request changed: its PSN becomes the request id
     */
    void Register(uint32_t nic, SlotIndex slot, Datagram& request);

    /**
     * @param nic the NIC that the answer reached
     * @param response the answer; its PSN becomes what the queue pair had written
     * @return the slot that asked, or NO_SLOT for an answer that nobody waits for
     */
    SlotIndex Claim(uint32_t nic, Datagram& response);

  private:
    std::unordered_map<uint64_t, Asker> m_askers;    //!< by NIC << 16 | request id
    std::unordered_map<uint32_t, uint16_t> m_nextId; //!< by NIC
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ENDPOINT_SERVICE_H */
