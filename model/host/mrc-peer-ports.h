/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PEER_PORTS_H
#define MRC_PEER_PORTS_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <map>

namespace ns3
{
namespace mrc
{

/** Which ports did the peers of a NIC last call up [new-pair-ports] [port-status-carrier]? */
class PeerPorts
{
  public:
    /** @param memory how long request ids are compared: the network delays none as long */
    explicit PeerPorts(Span memory)
        : m_memory(memory)
    {
    }

    /**
     * A peer told of its ports.
     *
     * @param peer the peer
     * @param id of the request; ids count up, modulo 2^16
     * @param up the peer's ports with a link
     * @param now the time
     * @return false if a later request has come before
     */
    bool Hear(uint32_t peer, uint16_t id, PlaneMask up, Instant now)
    {
        const auto known = m_heard.find(peer);
        if (known != m_heard.end() && now - known->second.at < m_memory &&
            static_cast<int16_t>(id - known->second.id) < 0)
        {
            return false;
        }
        m_heard[peer] = Heard{now, up, id};
        return true;
    }

    /** @return the peer's ports with a link, as far as is known */
    PlaneMask UpAt(uint32_t peer) const
    {
        const auto known = m_heard.find(peer);
        return known == m_heard.end() ? static_cast<PlaneMask>(~PlaneMask{0}) : known->second.up;
    }

  private:
    /** The latest request of a peer. */
    struct Heard
    {
        Instant at;
        PlaneMask up;
        uint16_t id;
    };

    Span m_memory;
    std::map<uint32_t, Heard> m_heard; //!< by peer
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PEER_PORTS_H */
