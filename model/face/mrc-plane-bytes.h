/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PLANE_BYTES_H
#define MRC_PLANE_BYTES_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** What a queue pair has sent over each plane. */
struct PlaneBytes
{
    std::array<uint64_t, MAX_PLANES> bytes{}; //!< payload of data packets, by plane
    Instant at;                               //!< until when
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PLANE_BYTES_H */
