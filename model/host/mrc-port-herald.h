/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_HERALD_H
#define MRC_PORT_HERALD_H

#include "mrc-endpoint-service.h"
#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"
#include "mrc-own-paths.h"
#include "mrc-port-record.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** On which planes does a NIC tell a peer of the NIC's own ports [stale-news]? */
class PortHerald
{
  public:
    /** @param store, pump, endpoint, paths of the same NICs; must outlive this */
    PortHerald(NicStore& store, NicPump& pump, EndpointService& endpoint, const OwnPaths& paths)
        : m_store(store),
          m_pump(pump),
          m_endpoint(endpoint),
          m_paths(paths)
    {
    }

    /**
     * Sends news.
     *
     * @param peer number of the NIC that is told
     * @param nic the owner of the ports
     * @param ports that NIC's record; notes that the NIC told the peer
     * @param now the time
     */
    void Send(uint32_t peer, NicState& nic, PortRecord& ports, Instant now);

  private:
    void SendOver(const std::vector<Ev>& evs,
                  uint32_t peer,
                  NicState& nic,
                  PortRecord& ports,
                  Instant now);

    NicStore& m_store;
    NicPump& m_pump;
    EndpointService& m_endpoint;
    const OwnPaths& m_paths;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_HERALD_H */
