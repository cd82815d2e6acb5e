/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_DROPS_H
#define MRC_SRV6_DROPS_H

#include "mrc-srv6-passing.h"

#include "ns3/ipv6.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The settings of SRv6 at a node of the stock stack. */
struct Srv6Config
{
    bool sendIcmp{false}; //!< whether sources hear by ICMPv6 of dropped packets [segment-errors]
    uint16_t mtu{1420};   //!< bytes of the largest packet that is encapsulated
};

/** Tells trace sinks and sources of packets that a SID or a blackhole drops [segment-errors]. */
class Srv6Drops
{
  public:
    /** Sinks that hear of each packet. */
    using Trace = TracedCallback<Ptr<const Packet>, const Ipv6Header&, SegmentError>;

    /**
     * @param trace must outlive this
     * @param config the same
     */
    Srv6Drops(const Trace& trace, const Srv6Config& config)
        : m_trace(trace),
          m_config(config)
    {
    }

    Srv6Drops(const Srv6Drops&) = delete;
    Srv6Drops& operator=(const Srv6Drops&) = delete;

    /**
     * @param ipv6 the stack with the ICMPv6 that tells sources; null: no source is told any more
     */
    void SetStack(Ptr<ns3::Ipv6> ipv6)
    {
        m_ipv6 = ipv6;
    }

    /**
     * @param error a reason; NONE: a blackhole
     * @return packets that were dropped for this error
     */
    uint64_t Of(SegmentError error) const
    {
        return m_drops[static_cast<unsigned>(error)];
    }

    /**
     * Counts a packet and tells the sinks.
     *
     * @param passing the packet
     * @param error the reason of the drop
     */
    void Count(const Srv6Passing& passing, SegmentError error);

    /**
     * The same; the packet's source hears of the drop too, if that is asked for.
     *
     * @param passing the packet
     * @param verdict with the reason of the drop
     */
    void Drop(const Srv6Passing& passing, const SegmentVerdict& verdict);

  private:
    const Trace& m_trace;
    const Srv6Config& m_config;
    Ptr<ns3::Ipv6> m_ipv6;
    std::array<uint64_t, 7> m_drops{}; //!< by SegmentError
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_DROPS_H */
