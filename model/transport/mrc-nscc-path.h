/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NSCC_PATH_H
#define MRC_NSCC_PATH_H

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** What NSCC's constants are derived from. */
struct NsccPath
{
    Span baseRtt;     //!< unloaded round trip
    uint64_t bitRate; //!< bit/s of all planes together
    uint32_t mtu;     //!< payload bytes of a full packet
    bool trimming;    //!< whether the fabric trims
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NSCC_PATH_H */
