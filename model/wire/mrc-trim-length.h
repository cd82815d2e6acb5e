/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIM_LENGTH_H
#define MRC_TRIM_LENGTH_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The length fields that a switch corrects when it trims [trim-lengths]; a plain enum, as ns-3's
 * enumerated attributes want it.
 */
enum TrimLength : uint8_t
{
    TRIM_LENGTH_NONE, //!< none, as SONiC's switches
    TRIM_LENGTH_IP,   //!< the payload length of the outer IPv6 header
    TRIM_LENGTH_ALL,  //!< that, the payload length of the inner one and the length of UDP
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIM_LENGTH_H */
