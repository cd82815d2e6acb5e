/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRANSFER_WAYS_H
#define MRC_TRANSFER_WAYS_H

#include "ns3/mrc-path-ports.h"
#include "ns3/mrc-qp.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{
namespace mrc
{

class Network;
class Topology;

/** The ways of a transfer's packets from one NIC to another one [late-transfer]. */
class TransferWays
{
  public:
    /** By plane the ways that packets of a queue pair may have taken. */
    using Ways = std::map<PlaneId, std::vector<Ev>>;

    /**
     * @param network which must outlive this
     * @param source the sending NIC
     * @param destination the receiving NIC
     * @param pairs the queue pairs of the transfer
     */
    TransferWays(Network& network,
                 uint32_t source,
                 uint32_t destination,
                 const std::vector<Ptr<Qp>>& pairs);

    /** @return whether the senders know their packets' ways, and not only planes */
    bool AreKnown() const
    {
        return m_areKnown;
    }

    /** @param ev of a packet @return the ports of the packet's way, while the object lives */
    const std::vector<PortIndex>& PortsOf(Ev ev);

    /** @param qp a queue pair @return the ways of its EVs; all of a plane if switches choose them
     */
    Ways Of(const Qp& qp) const;

  private:
    std::vector<Ev> AllOf(PlaneId plane) const;

    const Topology& m_topology;
    const uint32_t m_source;
    const uint32_t m_destination;
    const bool m_areKnown;
    std::map<uint32_t, std::vector<PortIndex>> m_ports; //!< by the value of the EV
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRANSFER_WAYS_H */
