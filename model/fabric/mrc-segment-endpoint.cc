/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-segment-endpoint.h"

#include "ns3/mrc-address-mask.h"

#include <ostream>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint8_t IPV4_INSIDE = 4;  //!< IANA protocol number of IPv4 in IPv6
constexpr uint8_t IPV6_INSIDE = 41; //!< IANA protocol number of IPv6 in IPv6

/** One packet's visit at a node: a SID after the other, until one gives a verdict. */
class Visit
{
  public:
    Visit(const SidTable& table, const SegmentPacket& packet)
        : m_table(table),
          m_packet(packet)
    {
    }

    SegmentVerdict Run()
    {
        while (const LocalSid* sid = m_table.Find(m_packet.destination))
        {
            const std::optional<SegmentVerdict> verdict = Take(*sid);
            // Each turn consumes a bit that is set or a segment: there is a last one.
            if (verdict)
            {
                return *verdict;
            }
        }
        return {m_visited ? SegmentAction::FORWARD : SegmentAction::NOT_LOCAL};
    }

    /** @return the packet as it leaves the node; the visit is over */
    SegmentPacket& Result()
    {
        return m_packet;
    }

  private:
    /** @return the verdict on the packet; none if the next destination decides */
    std::optional<SegmentVerdict> Take(const LocalSid& sid)
    {
        const bool goesOn =
            sid.behaviour == SidBehaviour::END || sid.behaviour == SidBehaviour::END_X;
        const AddressBits argument = MovedForward(m_packet.destination, sid.Length());
        // All bits behind the SID count, not the next 16 [usid-argument]. They move up by the
        // length of the SID, and the header stays [segment-shift].
        if (goesOn && sid.Has(SID_NEXT_CSID) && argument != AddressBits())
        {
            const AddressBits next =
                FirstBits(m_packet.destination, sid.blockBits) | MovedBack(argument, sid.blockBits);
            return GoTo(sid, next);
        }
        if (!m_packet.header || m_packet.header->segmentsLeft == 0)
        {
            return AtLast(sid);
        }
        return goesOn ? NextSegment(sid) : Drop(SegmentError::SEGMENTS_LEFT, SegmentsLeftAt());
    }

    /** The segment that Segments Left then names is the destination [segment-header]. */
    std::optional<SegmentVerdict> NextSegment(const LocalSid& sid)
    {
        SegmentHeader& header = *m_packet.header;
        if (header.lastEntry > header.MostLastEntry() || header.segmentsLeft > header.lastEntry + 1)
        {
            return Drop(SegmentError::SEGMENTS_LEFT, SegmentsLeftAt());
        }
        --header.segmentsLeft;
        const AddressBits next = header.segments[header.segmentsLeft];
        if (header.segmentsLeft == 0 && sid.Has(SID_PSP))
        {
            m_packet.header.reset();
        }
        return GoTo(sid, next);
    }

    /** Gives the packet its next destination; the first time that costs a hop [usid-repeat], others
     * of the same visit do not [segment-once]. */
    std::optional<SegmentVerdict> GoTo(const LocalSid& sid, const AddressBits& next)
    {
        if (!m_visited)
        {
            if (m_packet.hopLimit <= 1)
            {
                return Drop(SegmentError::HOP_LIMIT, 0);
            }
            --m_packet.hopLimit;
            m_visited = true;
        }
        m_packet.destination = next;
        // The adjacency sends the packet, and no lookup of its new destination [segment-adjacency].
        if (sid.behaviour == SidBehaviour::END_X)
        {
            return SegmentVerdict{SegmentAction::CROSS_CONNECT, sid.target};
        }
        return std::nullopt;
    }

    /** The SID is the last segment. */
    SegmentVerdict AtLast(const LocalSid& sid)
    {
        const uint8_t upper = m_packet.upperLayer;
        const bool isInner = upper == IPV6_INSIDE || upper == IPV4_INSIDE;
        // The inner packet has to be of a kind that the SID takes [segment-decapsulation].
        if (sid.behaviour == SidBehaviour::END_DT6 || sid.behaviour == SidBehaviour::END_DT46)
        {
            const bool fits =
                sid.behaviour == SidBehaviour::END_DT6 ? upper == IPV6_INSIDE : isInner;
            return fits ? SegmentVerdict{SegmentAction::DECAPSULATE, sid.target}
                        : Drop(SegmentError::UPPER_LAYER, UpperLayerAt());
        }
        if (isInner && sid.Has(SID_USD))
        {
            return {sid.behaviour == SidBehaviour::END ? SegmentAction::DECAPSULATE
                                                       : SegmentAction::DECAPSULATE_CROSS,
                    sid.target};
        }
        if (!m_table.IsUpperLayerAllowed(upper))
        {
            return Drop(SegmentError::UPPER_LAYER, UpperLayerAt());
        }
        if (sid.Has(SID_USP))
        {
            m_packet.header.reset();
        }
        return {SegmentAction::DELIVER};
    }

    static SegmentVerdict Drop(SegmentError error, uint32_t pointer)
    {
        return {SegmentAction::DROP, 0, error, pointer};
    }

    uint32_t SegmentsLeftAt() const
    {
        return m_packet.headerAt + SEGMENTS_LEFT_AT;
    }

    uint32_t UpperLayerAt() const
    {
        return m_packet.headerAt + (m_packet.header ? m_packet.header->Bytes() : 0);
    }

    const SidTable& m_table;
    SegmentPacket m_packet; //!< a copy: an error tells the source of the packet as it came
    bool m_visited{false};
};

} // namespace

std::ostream&
operator<<(std::ostream& out, SegmentError error)
{
    constexpr const char* NAMES[] = {"NONE",
                                     "HOP_LIMIT",
                                     "SEGMENTS_LEFT",
                                     "UPPER_LAYER",
                                     "NO_ROUTE",
                                     "INNER_PACKET",
                                     "NOT_ECT"};
    return out << NAMES[static_cast<unsigned>(error)];
}

SegmentVerdict
ProcessSegments(const SidTable& table, SegmentPacket& packet)
{
    Visit visit(table, packet);
    const SegmentVerdict verdict = visit.Run();
    if (verdict.action != SegmentAction::DROP)
    {
        packet = std::move(visit.Result());
    }
    return verdict;
}

} // namespace mrc
} // namespace ns3
