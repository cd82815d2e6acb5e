/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROUND_TRIPS_H
#define MRC_ROUND_TRIPS_H

#include "mrc-ideal.h"
#include "mrc-topology.h"

#include "ns3/mrc-instant.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * How long do round trips of a fabric take, without queues [base-rtt]?
 *
 * NICs are of one kind if their links and the links of their T0s are alike. A time is computed once
 * for two kinds of NICs, so that rules for few links cost little in a large fabric.
 */
class RoundTrips
{
  public:
    /**
     * @param topology the fabric; must outlive this
     * @param sizes of the fabric's packets; the payload is told with each question
     */
    explicit RoundTrips(const Topology& topology, const IdealParameters& sizes = IdealParameters());

    /**
     * @param source number of a NIC
     * @param destination number of another NIC
     * @param payload of a full packet, bytes
     * @return the base RTT of a pair: as BaseRtt
     */
    Span Base(uint32_t source, uint32_t destination, uint32_t payload)
    {
        return Of(source, destination, payload).base;
    }

    /**
     * @param source number of a NIC
     * @param destination number of another NIC
     * @param payload of a full packet, bytes
     * @return the round trip of a pair with degraded links and full jitter counted
     */
    Span Latest(uint32_t source, uint32_t destination, uint32_t payload)
    {
        return Of(source, destination, payload).latest;
    }

    /**
     * @param payload of a full packet, bytes
     * @return the longest that Latest says of any pair; 0 with a single NIC
     */
    Span Longest(uint32_t payload);

  private:
    /**
     * The values that are the same for all pairs of two kinds: payload, kinds, and the distance
     * between them.
     */
    using Key = std::array<uint32_t, 4>;

    struct Trip
    {
        Span base;
        Span latest;
    };

    const Trip& Of(uint32_t source, uint32_t destination, uint32_t payload);
    uint32_t KindOf(uint32_t nic) const;
    uint32_t DistanceOf(uint32_t source, uint32_t destination) const;
    void FindKinds();
    void FindExamples();

    const Topology& m_topology;
    IdealParameters m_sizes;
    std::vector<uint32_t> m_kinds;    //!< by NIC; empty: all are of one
    std::vector<uint32_t> m_examples; //!< NICs between which each round trip of the fabric occurs
    std::map<Key, Trip> m_trips;
    std::map<uint32_t, Span> m_longest; //!< by payload
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROUND_TRIPS_H */
