/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-header.h"

#include "mrc-ipv6-address.h"

#include "ns3/mrc-byte-cursor.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(Srv6Header);

TypeId
Srv6Header::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mrc::Srv6Header")
                            .SetParent<Header>()
                            .SetGroupName("Mrc")
                            .AddConstructor<Srv6Header>();
    return tid;
}

Srv6Header::Srv6Header(const SegmentHeader& header)
    : m_header(header)
{
}

TypeId
Srv6Header::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
Srv6Header::Print(std::ostream& out) const
{
    out << "next header " << +m_header.nextHeader << " segments left " << +m_header.segmentsLeft
        << " segments";
    for (const AddressBits& segment : m_header.segments)
    {
        out << ' ' << ToIpv6Address(segment);
    }
}

uint32_t
Srv6Header::GetSerializedSize() const
{
    return m_header.Bytes();
}

void
Srv6Header::Serialize(Buffer::Iterator start) const
{
    // The codec of the fabric writes these bytes too, so that both ways agree.
    std::vector<uint8_t> bytes(m_header.Bytes());
    ByteWriter out(bytes.data(), bytes.size());
    Encode(out, m_header);
    start.Write(bytes.data(), bytes.size());
}

uint32_t
Srv6Header::Deserialize(Buffer::Iterator start)
{
    // A header has its length in the second byte; bytes cut off before that are no header.
    std::vector<uint8_t> bytes(
        std::min<uint32_t>(start.GetRemainingSize(), SEGMENT_HEADER_BYTES + 8 * UINT8_MAX));
    start.Read(bytes.data(), bytes.size());
    ByteReader in(bytes.data(), bytes.size());
    // To ns-3 no bytes mean that no such header stood there.
    return Decode(in, m_header) ? m_header.Bytes() : 0;
}

} // namespace mrc
} // namespace ns3
