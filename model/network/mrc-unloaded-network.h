/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_UNLOADED_NETWORK_H
#define MRC_UNLOADED_NETWORK_H

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class IdealMemo;
class Topology;
struct NetworkProfiles;

/** How long do a packet, a Write and its ends take in a network where nothing else is under way? */
class UnloadedNetwork
{
  public:
    /**
     * @param topology the fabric
     * @param profiles all set; both must outlive this
     */
    UnloadedNetwork(const Topology& topology, const NetworkProfiles& profiles)
        : m_topology(topology),
          m_profiles(profiles)
    {
    }

    /** @return the host's overhead between NIC and application, each way */
    Span HostDelay() const;

    /** @return the time until an application knows of an event at another NIC */
    Span TriggerDelay() const;

    /** @return bytes of payload in a full packet */
    uint32_t Payload() const;

    /** @return queue pairs that a workload takes for each of its connections */
    uint32_t QueuePairsPerPair() const;

    /**
     * @param source number of a NIC
     * @param destination number of another NIC; a fatal error if one is out of range
     * @return round trip of a full packet and its SACK between them [base-rtt]
     */
    Span BaseRttBetween(uint32_t source, uint32_t destination) const;

    /**
     * @param source number of a NIC
     * @param destination number of another NIC; a fatal error if one is out of range
     * @param bytes length of the Write; 0 is a signal, one packet without payload
     * @param memo of this network: keeps answers; null: nobody does
     * @return how long one Write takes from its post to its completion, host overhead included
     */
    Span IdealBetween(uint32_t source,
                      uint32_t destination,
                      uint64_t bytes,
                      IdealMemo* memo = nullptr) const;

  private:
    const Topology& m_topology;
    const NetworkProfiles& m_profiles;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_UNLOADED_NETWORK_H */
