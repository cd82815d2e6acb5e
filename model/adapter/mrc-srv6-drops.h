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

/** Tells trace sinks and sources of packets that a SID or a blackhole drops [segment-errors]. */
class Srv6Drops
{
  public:
    /** Sinks that hear of each packet. */
    using Trace = TracedCallback<Ptr<const Packet>, const Ipv6Header&, SegmentError>;

    /** @param trace must outlive this */
    explicit Srv6Drops(const Trace& trace)
        : m_trace(trace)
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

    /** @param isSent whether sources hear by ICMPv6 */
    void SetSendIcmp(bool isSent)
    {
        m_sendIcmp = isSent;
    }

    /** @return whether sources hear by ICMPv6 */
    bool SendsIcmp() const
    {
        return m_sendIcmp;
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
    Ptr<ns3::Ipv6> m_ipv6;
    bool m_sendIcmp{false};
    std::array<uint64_t, 7> m_drops{}; //!< by SegmentError
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_DROPS_H */
