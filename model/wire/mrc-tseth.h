/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TSETH_H
#define MRC_TSETH_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** Unit of a 16-bit transmit time stamp ([tseth-layout], bit tsr). */
enum class TimestampUnit : uint8_t
{
    NS128 = 0, //!< 128 ns
    US1 = 1,   //!< 1 us
};

/** Bytes of a TSETH on the wire. */
constexpr uint32_t TSETH_BYTES = 4;

/** Time stamp extended transport header, 4 bytes on the wire [tseth-layout]. */
struct Tseth
{
    uint16_t timestamp{0};                    //!< transmit time in units, modulo 2^16
    TimestampUnit unit{TimestampUnit::NS128}; //!< of the time stamps
};

/** Appends the 4 bytes. */
void Encode(ByteWriter& out, const Tseth& tseth);

/** @return whether 4 bytes could be read and ftype is 1, the reserved bits 0 */
bool Decode(ByteReader& in, Tseth& tseth);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TSETH_H */
