/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-packet-bytes.h"

#include "mrc-hop-trailer.h"

#include "ns3/header.h"

#include <algorithm>
#include <new>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The real bytes in front of virtual zeros, which ns-3 adds in front of a packet as a header. */
class PacketMaker::FrameStart : public Header
{
  public:
    /** @return the TypeId, without constructor and attributes */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::mrc::FrameStart")
                                .SetParent<Header>()
                                .SetGroupName("Mrc")
                                .HideFromDocumentation();
        return tid;
    }

    /** @param bytes the real bytes @param size how many */
    void Set(const uint8_t* bytes, std::size_t size)
    {
        m_bytes = bytes;
        m_size = static_cast<uint32_t>(size);
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
    const uint8_t* m_bytes{nullptr};
    uint32_t m_size{0};
};

namespace
{

/** Makes a packet anew, in place if only this pointer has the packet: most sinks keep none. */
template <typename... Args>
void
Renew(Ptr<Packet>& packet, Args... args)
{
    if (packet == nullptr || packet->GetReferenceCount() > 1)
    {
        packet = Create<Packet>(args...);
        return;
    }
    // Destroyed and made again in the same memory: the packet gets a number of its own, as a new
    // one does.
    Packet* const old = PeekPointer(packet);
    old->~Packet();
    try
    {
        new (old) Packet(args...);
    }
    catch (...)
    {
        new (&packet) Ptr<Packet>(); // the old pointer leads to no packet any more
        ::operator delete(old);
        throw;
    }
}

} // namespace

PacketMaker::PacketMaker()
    : m_start(std::make_unique<FrameStart>())
{
}

PacketMaker::~PacketMaker() = default;

void
PacketMaker::Make(Ptr<Packet>& packet, const uint8_t* bytes, std::size_t real, std::size_t size)
{
    // Without virtual bytes the packet takes all of its bytes at once, and needs no header.
    if (real == size)
    {
        Renew(packet, bytes, static_cast<uint32_t>(real));
        return;
    }
    Renew(packet, static_cast<uint32_t>(size - real));
    if (real > 0)
    {
        m_start->Set(bytes, real);
        packet->AddHeader(*m_start);
    }
}

void
PacketMaker::Make(Ptr<Packet>& packet,
                  const PacketCodec& codec,
                  const Values& values,
                  uint32_t length)
{
    uint8_t bytes[UINT16_MAX];
    const std::size_t real = codec.EncodeStart(values.frame,
                                               values.datagram,
                                               bytes,
                                               std::min<std::size_t>(length, sizeof(bytes)));
    // Nothing was written although something was asked for: the codec refuses the frame.
    if (real == 0 && length != 0)
    {
        packet = nullptr;
        return;
    }
    if (values.trailer != nullptr)
    {
        WriteTrailer(bytes, real, values.frame.size, *values.trailer);
    }
    Make(packet, bytes, real, values.frame.size);
}

Ptr<Packet>
ToPacket(const PacketCodec& codec, const Frame& frame, const Datagram& datagram, uint32_t length)
{
    Ptr<Packet> packet;
    PacketMaker().Make(packet, codec, {frame, datagram, nullptr}, length);
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
