/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_IPV4_BYTES_H
#define MRC_IPV4_BYTES_H

#include "ns3/header.h"
#include "ns3/mrc-dscp.h"

#include <array>
#include <cstdint>
#include <iosfwd>

namespace ns3
{
namespace mrc
{

/**
 * The header of an IPv4 packet, byte by byte.
 *
 * ns3::Ipv4Header loses options and writes as many bytes of something else, so that a packet with
 * options would leave broken. Here a change keeps all bytes but its own and those of the checksum.
 */
class Ipv4Bytes : public Header
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    TypeId GetInstanceTypeId() const override;
    void Print(std::ostream& os) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

    /** @return bytes behind the header (RFC 791, 3.1: Total Length) */
    uint32_t PayloadSize() const;

    /** @return routers that the packet may still pass */
    uint8_t Ttl() const;

    /** @param ttl for the field; the checksum follows (RFC 1624) */
    void SetTtl(uint8_t ttl);

    /** @return the ECN field */
    Ecn EcnField() const;

    /** @param ecn for the field; the checksum follows */
    void SetEcnField(Ecn ecn);

  private:
    void Change(unsigned at, uint8_t value);

    static constexpr unsigned MOST = 60; //!< bytes of a header with all options

    std::array<uint8_t, MOST> m_bytes{};
    uint32_t m_size{20};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_IPV4_BYTES_H */
