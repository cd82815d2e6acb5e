/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-packet-bytes.h"

#include "ns3/header.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** The real bytes in front of virtual zeros, which ns-3 adds in front of a packet as a header. */
class FrameStart : public Header
{
  public:
    /** @return the TypeId; it has no constructor, and no attributes */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::mrc::FrameStart")
                                .SetParent<Header>()
                                .SetGroupName("Mrc")
                                .HideFromDocumentation();
        return tid;
    }

    /** @param bytes what is real @param size how many */
    FrameStart(const uint8_t* bytes, std::size_t size)
        : m_bytes(bytes),
          m_size(size)
    {
    }

    TypeId GetInstanceTypeId() const override
    {
        return GetTypeId();
    }

    void Print(std::ostream& os) const override
    {
        os << "size=" << m_size;
    }

    uint32_t GetSerializedSize() const override
    {
        return m_size;
    }

    void Serialize(Buffer::Iterator start) const override
    {
        start.Write(m_bytes, m_size);
    }

    uint32_t Deserialize(Buffer::Iterator) override
    {
        return m_size;
    }

  private:
    const uint8_t* m_bytes;
    uint32_t m_size;
};

} // namespace

Ptr<Packet>
ToPacket(const PacketCodec& codec, const Frame& frame, const Datagram& datagram, uint32_t length)
{
    uint8_t bytes[UINT16_MAX];
    const std::size_t real =
        codec.EncodeStart(frame, datagram, bytes, std::min<std::size_t>(length, sizeof(bytes)));
    return real == 0 && length != 0 ? nullptr : ToPacket(bytes, real, frame.size);
}

Ptr<Packet>
ToPacket(const uint8_t* bytes, std::size_t real, std::size_t size)
{
    if (real == size)
    {
        return Create<Packet>(bytes, real);
    }
    Ptr<Packet> packet = Create<Packet>(size - real);
    if (real > 0)
    {
        packet->AddHeader(FrameStart(bytes, real));
    }
    return packet;
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
