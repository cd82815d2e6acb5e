/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_RECORD_H
#define MRC_PORT_RECORD_H

#include "mrc-peer-ports.h"
#include "mrc-port-news.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-qp-config.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The record of ports that a NIC keeps once a port of its own, or of a peer, has changed. */
struct PortRecord
{
    /** @param retries how often news are repeated, and after how long */
    explicit PortRecord(const QpConfig& retries)
        : news(retries),
          peers(retries.AckTimeout())
    {
    }

    PortNews news;       //!< for the peers that the NIC has to tell
    PeerPorts peers;     //!< the peers' own news to the NIC
    Instant blackUntil;  //!< end of the latest blackout
    uint32_t drawn{0};   //!< random numbers so far
    PlaneMask raised{0}; //!< ports that came up and did not go down since
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_RECORD_H */
