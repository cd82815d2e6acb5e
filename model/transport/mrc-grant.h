/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRANT_H
#define MRC_GRANT_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The limits that the responder sets its requestor; limits may change at any time. */
struct Grant
{
    uint8_t mpr{8};     //!< receive window in units of 128 PSNs, at least 1; told by SACKs only if
                        //!< the MPR is dynamic, and cannot change otherwise [dynamic-mpr]
    uint8_t penalty{0}; //!< rcv_cwnd_pen, 0 .. 127: 64 halves the window [receiver-penalty]
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRANT_H */
