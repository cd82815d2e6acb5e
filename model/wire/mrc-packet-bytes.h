/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PACKET_BYTES_H
#define MRC_PACKET_BYTES_H

#include "mrc-packet-codec.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

struct HopRecords;

/**
 * Makes an ns-3 packet of real bytes, for listeners outside the model.
 *
 * @param codec the format of the wire
 * @param frame the frame
 * @param datagram the frame's datagram
 * @param length how many bytes from the start are real; ns-3's virtual zeros stand for the rest
 * @return the frame from the Ethernet header to the FCS; null when PacketCodec::Encode refuses
 */
Ptr<Packet> ToPacket(const PacketCodec& codec,
                     const Frame& frame,
                     const Datagram& datagram,
                     uint32_t length = UINT16_MAX);

/** Makes packets one after the other, each in the memory of the one before if nobody has that any
 * more. */
class PacketMaker
{
  public:
    PacketMaker();
    ~PacketMaker();

    /**
     * @param packet becomes the frame, a packet with a number of its own; other holders of the
     * former packet keep that
     * @param bytes the first bytes of a frame
     * @param real how many
     * @param size of the frame, bytes; ns-3's virtual zeros stand for the rest
     */
    void Make(Ptr<Packet>& packet, const uint8_t* bytes, std::size_t real, std::size_t size);

    /** The values of a frame. */
    struct Values
    {
        const Frame& frame;        //!< the frame
        const Datagram& datagram;  //!< the frame's datagram
        const HopRecords* trailer; //!< the records in the frame's trailer; null: there is none
    };

    /**
     * The same, of values.
     *
     * @param packet as above; null when PacketCodec::Encode refuses
     * @param codec the format of the wire
     * @param values of the frame
     * @param length how many bytes from the start are real
     */
    void Make(Ptr<Packet>& packet, const PacketCodec& codec, const Values& values, uint32_t length);

  private:
    class FrameStart;

    std::unique_ptr<FrameStart> m_start;
};

/**
 * @param codec the format of the wire
 * @param packet a frame from the Ethernet header to the FCS
 * @param frame filled as by PacketCodec::Decode
 * @param datagram filled as by PacketCodec::Decode
 * @return whether the packet is a valid frame; if not, nothing is changed
 */
bool FromPacket(const PacketCodec& codec,
                Ptr<const Packet> packet,
                Frame& frame,
                Datagram& datagram);

} // namespace mrc
} // namespace ns3

#endif /* MRC_PACKET_BYTES_H */
