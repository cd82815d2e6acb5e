/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_METH_H
#define MRC_METH_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Message extended transport header, 4 bytes on the wire (MRC sec. 2.4). */
struct Meth
{
    uint16_t rqmsn{0}; //!< counts Writes with Immediate
    uint16_t msn{0};   //!< counts messages
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_METH_H */
