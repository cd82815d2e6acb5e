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

/** Hears of packets that a NIC sent to itself over the fabric, when they have come round. */
class LoopListener
{
  public:
    virtual ~LoopListener() = default;

    /**
     * A packet of EndpointDesk::SendLoop is back.
     *
     * @param nic the NIC
     * @param id the id that SendLoop got
     */
    virtual void LoopArrived(uint32_t nic, uint16_t id) = 0;
};

/** Which answer does a NIC give to a packet for queue pair 2 [endpoint-format]? */
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

    /** @param listener hears of loops that have come round; null: nobody */
    void SetLoopListener(LoopListener* listener)
    {
        m_listener = listener;
    }

    /**
     * Has a NIC send an EV probe to the NIC's own address, in the control class [loop-probes].
     *
     * @param nic the NIC; nothing is sent over a port that the NIC believes to be down
     * @param route the way out and back
     * @param ev the path; the path's plane is the port
     * @param id comes back with the packet
     * @return whether the packet was sent
     */
    bool SendLoop(uint32_t nic, const CarrierTemplate& route, Ev ev, uint16_t id);

  private:
    NicStore& m_store;
    NicPump& m_pump;
    NicPorts& m_ports;
    const OwnPaths& m_paths;
    LoopListener* m_listener{nullptr};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ENDPOINT_DESK_H */
