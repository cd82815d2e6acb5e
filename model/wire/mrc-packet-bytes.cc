/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-packet-bytes.h"

#include <vector>

namespace ns3
{
namespace mrc
{

Ptr<Packet>
ToPacket(const PacketCodec& codec, const Frame& frame, const Datagram& datagram)
{
    std::vector<uint8_t> bytes(frame.size);
    if (codec.Encode(frame, datagram, bytes.data(), bytes.size()) == 0)
    {
        return nullptr;
    }
    return Create<Packet>(bytes.data(), frame.size);
}

bool
FromPacket(const PacketCodec& codec, Ptr<const Packet> packet, Frame& frame, Datagram& datagram)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return codec.Decode(bytes.data(), bytes.size(), frame, datagram);
}

} // namespace mrc
} // namespace ns3
