/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ENDPOINT_DESK_H
#define MRC_ENDPOINT_DESK_H

#include "mrc-nic-ports.h"
#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"
#include "mrc-own-paths.h"

#include "ns3/mrc-datagram.h"

namespace ns3
{
namespace mrc
{

/** What does a NIC answer to a packet for queue pair 2 [endpoint-format]? */
class EndpointDesk
{
  public:
    /** @param store, pump, ports, paths of the same NICs; must outlive this */
    EndpointDesk(NicStore& store, NicPump& pump, NicPorts& ports, const OwnPaths& paths)
        : m_store(store),
          m_pump(pump),
          m_ports(ports),
          m_paths(paths)
    {
    }

    /**
     * Deals with a packet for queue pair 2.
     *
     * @return false for an answer that a queue pair waits for
     */
    bool Receive(NicState& nic, const Datagram& datagram, Instant now);

  private:
    NicStore& m_store;
    NicPump& m_pump;
    NicPorts& m_ports;
    const OwnPaths& m_paths;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ENDPOINT_DESK_H */
