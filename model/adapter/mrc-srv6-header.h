/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_HEADER_H
#define MRC_SRV6_HEADER_H

#include "ns3/header.h"
#include "ns3/mrc-segment-header.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** A segment routing header (RFC 8754) as a header of ns-3's packets. */
class Srv6Header : public Header
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    Srv6Header() = default;

    /** @param header with options of a multiple of 8 bytes, and at most 127 segments */
    explicit Srv6Header(const SegmentHeader& header);

    /** @return the fields of the header */
    const SegmentHeader& Get() const
    {
        return m_header;
    }

    TypeId GetInstanceTypeId() const override;
    void Print(std::ostream& out) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

  private:
    SegmentHeader m_header;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_HEADER_H */
