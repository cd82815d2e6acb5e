/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOP_PACKETS_H
#define MRC_HOP_PACKETS_H

#include "ns3/mrc-hop-records.h"
#include "ns3/mrc-packet-bytes.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The parts that a packet is made of. */
struct PacketSource
{
    FrameIndex index;         //!< number of the frame in the frame pool
    const Frame& frame;       //!< the frame
    const Datagram& datagram; //!< datagram of the frame
    uint32_t length;          //!< bytes from the frame's start that are real; those behind are
                              //!< zeros
    const HopRecords* trailer{nullptr}; //!< the records that the frame carries; null: none
};

/**
 * Makes one packet of a frame for all that look at the frame on one hop.
 *
 * The class remembers the last packet, and others for as long as callers want. A frame that
 * changes, by a mark or a trim, gets another packet. Of packets with few real bytes these are
 * remembered, as most of them are the same on the next hop.
 */
class HopPackets
{
  public:
    /** @param format of the fabric */
    explicit HopPackets(const WireFormat& format);

    /**
     * @param source the parts of the packet
     * @param at the time
     * @return the packet that was made of these parts at this time, or is kept, or else a new one.
     *         The reference holds until the next call
     */
    const Ptr<Packet>& Get(const PacketSource& source, Instant at);

    /**
     * Keeps the packet that Get returned last, which is of this frame.
     *
     * @param index of the frame
     */
    void Keep(FrameIndex index);

    /**
     * Ends the keeping that Keep began, if any.
     *
     * @param index of the frame
     */
    void Forget(FrameIndex index)
    {
        if (!m_kept.empty())
        {
            m_kept.erase(index);
        }
    }

    /** @return whether Get made the latest packet */
    bool IsNew() const
    {
        return m_isNew;
    }

    /** @return how many packets are kept */
    std::size_t KeptCount() const
    {
        return m_kept.size();
    }

  private:
    /** Packets with more real bytes are made anew on each hop; all headers of a Write fit. */
    static constexpr uint32_t MAX_START = 160;
    /** A power of two: 1.2 MB, about as many frames as a few hundred watched ports hold. */
    static constexpr uint32_t STARTS = 4096;

    /** A packet and the parts that the packet was made of. */
    struct Made
    {
        Ptr<Packet> packet;
        Frame frame;
        Datagram datagram;
        uint32_t length{0};
        uint8_t records{0}; //!< of hops; 0 without a trailer
    };

    /** First bytes of a frame, for the frame's next hop. */
    struct Start
    {
        uint8_t bytes[MAX_START];
        Datagram datagram;
        FrameIndex index{NO_FRAME};
        uint32_t length{0};
        uint32_t source{0};
        uint32_t entropy{0};
        uint16_t frameSize{0};
        uint16_t real{0};
        uint8_t dscp{0};
    };

    static uint8_t RecordsOf(const PacketSource& source);
    static bool IsOf(const Made& made, const PacketSource& source);
    static bool IsOf(const Start& start, const PacketSource& source);
    void Make(const PacketSource& source);

    PacketCodec m_codec;
    PacketMaker m_maker;
    std::vector<Start> m_starts; //!< by frame index modulo STARTS; empty until used
    Made m_last;
    FrameIndex m_lastIndex{NO_FRAME};
    Instant m_lastAt;
    bool m_isNew{false};
    std::unordered_map<FrameIndex, Made> m_kept;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOP_PACKETS_H */
