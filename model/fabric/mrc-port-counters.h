/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_COUNTERS_H
#define MRC_PORT_COUNTERS_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The counters of a directed link so far, from both of its ends. */
struct PortCounters
{
    uint64_t fingerprint{0}; //!< hash of the events of this link
    uint64_t bytes{0};       //!< Ethernet bytes that arrived at the far end
    uint32_t frames{0};      //!< frames that arrived at the far end
    uint32_t marks{0};       //!< frames that got CE at the near end
    uint32_t trims{0};       //!< frames trimmed at the near end
    uint32_t drops{0};       //!< frames lost at either end or on the link, for any reason
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_COUNTERS_H */
