/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_UNEVEN_IDEAL_H
#define MRC_UNEVEN_IDEAL_H

#include "mrc-ideal.h"
#include "mrc-topology.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * How long a packet takes over one path of an idle fabric, links stored and forwarded, without
 * jitter [closed-forms].
 *
 * @param topology the fabric
 * @param source the sending NIC
 * @param destination the receiving NIC, not the same
 * @param ev the path; the path's plane must exist
 * @param lineBytes size of the packet on the line
 * @return from the first bit sent to the last bit received
 */
Span PathTime(const Topology& topology,
              uint32_t source,
              uint32_t destination,
              Ev ev,
              uint32_t lineBytes);

/**
 * The least time of one Write where links differ. No plane carries more packets than the ports of
 * both NICs let it, behind the fastest path of that plane [closed-forms].
 *
 * @param topology the fabric
 * @param source the sending NIC
 * @param destination the receiving NIC, not the same
 * @param bytes length of the message
 * @param parameters sizes and overheads of the ends
 * @return a time that no Write can beat
 */
Span UnevenCompletion(const Topology& topology,
                      uint32_t source,
                      uint32_t destination,
                      uint64_t bytes,
                      const IdealParameters& parameters);

/**
 * The longest unloaded round trip of a full packet and its SACK where links differ. The round trip
 * goes over the slowest path each way, as if no link were degraded or had jitter [base-rtt].
 *
 * @param topology the fabric
 * @param source the sending NIC
 * @param destination the receiving NIC, not the same
 * @param parameters sizes of the packets
 * @return the time
 */
Span UnevenRtt(const Topology& topology,
               uint32_t source,
               uint32_t destination,
               const IdealParameters& parameters);

/**
 * The latest that an answer comes without queues. The answer comes as in BaseRtt, but over links as
 * degraded as they are. Each of these links delays each frame by all of its jitter [link-jitter].
 *
 * @param topology the fabric; its links may be all alike
 * @param source the sending NIC
 * @param destination the receiving NIC, not the same
 * @param parameters sizes of the packets
 * @return the time
 */
Span LatestRtt(const Topology& topology,
               uint32_t source,
               uint32_t destination,
               const IdealParameters& parameters);

/**
 * @param topology a graph
 * @param nics some of its NICs
 * @param parameters sizes of the packets
 * @return the longest that LatestRtt says of any two of these; 0 if there are no two
 */
Span LatestRttAmong(const Topology& topology,
                    const std::vector<uint32_t>& nics,
                    const IdealParameters& parameters);

} // namespace mrc
} // namespace ns3

#endif /* MRC_UNEVEN_IDEAL_H */
