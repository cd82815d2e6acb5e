/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_AETH_H
#define MRC_AETH_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** ACK extended transport header, 4 bytes on the wire (IBTA; MRC sec. 2.4). */
struct Aeth
{
    uint8_t syndrome{0}; //!< 0: positive acknowledgement
    uint32_t msn{0};     //!< 24 bits: messages completed so far
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_AETH_H */
