/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INNER_HEADER_H
#define MRC_INNER_HEADER_H

#include "mrc-address-plan.h"
#include "mrc-dscp.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/** The fields of a stock packet's IP header that the fabric's edge reads. */
struct InnerHeader
{
    uint8_t version{0};      //!< 4 or 6
    uint8_t dscp{0};         //!< 6 bits
    Ecn ecn{Ecn::NOT_ECT};   //!< the value that the sender's stack wrote
    AddressBits destination; //!< of IPv4 the low 32 bits, the others are 0
    uint64_t flow{0};        //!< hash of addresses, protocol and, if they are there, ports
};

/**
 * @param bytes a packet from its IP header on
 * @param size how many bytes
 * @param header filled if they begin with a whole IPv4 or IPv6 header, else unchanged
 * @return whether they do
 */
bool ReadInnerHeader(const uint8_t* bytes, std::size_t size, InnerHeader& header);

/**
 * @param inner ECN of the inner header
 * @param outer ECN of the outer header
 * @return ECN of the packet that leaves the tunnel; none: RFC 6040 has the packet dropped
 */
std::optional<Ecn> DecapsulatedEcn(Ecn inner, Ecn outer);

} // namespace mrc
} // namespace ns3

#endif /* MRC_INNER_HEADER_H */
