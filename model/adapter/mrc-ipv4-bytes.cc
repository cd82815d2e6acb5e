/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ipv4-bytes.h"

#include "ns3/node.h"

#include <algorithm>
#include <ostream>

namespace ns3
{
namespace mrc
{

namespace
{

// bytes from the front (RFC 791, 3.1)
constexpr unsigned TOS_AT = 1;
constexpr unsigned LENGTH_AT = 2;
constexpr unsigned TTL_AT = 8;
constexpr unsigned CHECKSUM_AT = 10;

constexpr uint32_t LEAST_BYTES = 20;
constexpr uint8_t ECN_BITS = 3; // of the second byte (RFC 3168, 5)

} // namespace

NS_OBJECT_ENSURE_REGISTERED(Ipv4Bytes);

TypeId
Ipv4Bytes::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mrc::Ipv4Bytes")
                            .SetParent<Header>()
                            .SetGroupName("Mrc")
                            .AddConstructor<Ipv4Bytes>();
    return tid;
}

TypeId
Ipv4Bytes::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
Ipv4Bytes::Print(std::ostream& os) const
{
    os << "IPv4, " << m_size << " bytes, ttl " << +Ttl();
}

uint32_t
Ipv4Bytes::GetSerializedSize() const
{
    return m_size;
}

void
Ipv4Bytes::Serialize(Buffer::Iterator start) const
{
    start.Write(m_bytes.data(), m_size);
}

uint32_t
Ipv4Bytes::Deserialize(Buffer::Iterator start)
{
    // A header with options is longer than 20 bytes; one that says less is taken for one without.
    const uint32_t told = 4U * (start.PeekU8() & 0xf);
    m_size = std::min(std::max(told, LEAST_BYTES), start.GetRemainingSize());
    start.Read(m_bytes.data(), m_size);
    return m_size;
}

uint32_t
Ipv4Bytes::PayloadSize() const
{
    const uint32_t whole = m_bytes[LENGTH_AT] << 8 | m_bytes[LENGTH_AT + 1];
    return whole < m_size ? 0 : whole - m_size;
}

uint8_t
Ipv4Bytes::Ttl() const
{
    return m_bytes[TTL_AT];
}

void
Ipv4Bytes::SetTtl(uint8_t ttl)
{
    Change(TTL_AT, ttl);
}

Ecn
Ipv4Bytes::EcnField() const
{
    return static_cast<Ecn>(m_bytes[TOS_AT] & ECN_BITS);
}

void
Ipv4Bytes::SetEcnField(Ecn ecn)
{
    Change(TOS_AT, (m_bytes[TOS_AT] & ~ECN_BITS) | static_cast<uint8_t>(ecn));
}

/** The checksum is 0 where ns-3's stacks have none. */
void
Ipv4Bytes::Change(unsigned at, uint8_t value)
{
    const uint32_t before = m_bytes[at];
    m_bytes[at] = value;
    const uint32_t sum = m_bytes[CHECKSUM_AT] << 8 | m_bytes[CHECKSUM_AT + 1];
    if (sum == 0 && !Node::ChecksumEnabled())
    {
        return;
    }
    // RFC 1624, equation 3, of the 16 bits that the byte is in
    const unsigned shift = at % 2 == 0 ? 8 : 0;
    uint32_t total = (~sum & 0xffff) + (~(before << shift) & 0xffff) + (uint32_t{value} << shift);
    total = (total & 0xffff) + (total >> 16);
    total = (total & 0xffff) + (total >> 16);
    m_bytes[CHECKSUM_AT] = static_cast<uint8_t>(~total >> 8);
    m_bytes[CHECKSUM_AT + 1] = static_cast<uint8_t>(~total);
}

} // namespace mrc
} // namespace ns3
