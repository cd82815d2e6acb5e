/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_TABLE_H
#define MRC_NIC_TABLE_H

#include "mrc-endpoint-desk.h"
#include "mrc-endpoint-service.h"
#include "mrc-host-side.h"
#include "mrc-nic-events.h"
#include "mrc-nic-ports.h"
#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"
#include "mrc-nic-timers.h"
#include "mrc-own-paths.h"
#include "mrc-port-herald.h"
#include "mrc-queue-pair-seats.h"
#include "mrc-queue-pair-setup.h"
#include "mrc-queue-pair-states.h"
#include "mrc-receive-requests.h"
#include "mrc-stock-desk.h"

namespace ns3
{
namespace mrc
{

/** The traffic of NICs that is no queue pair's. */
struct NicTraffic
{
    OwnPaths& paths;    //!< the ways of that traffic
    EndpointDesk& desk; //!< requests and answers
};

/**
 * All NICs of a shard: binds queue pairs, which decide, to ports, which move.
 *
 * The table holds the parts that do so; each of them answers one question.
 */
class NicTable
{
  public:
    /** The parts that NICs need, and parts made after them. */
    struct Surroundings
    {
        HotKernel& kernel;     //!< the queue of hot events
        Calendar& calendar;    //!< has NICs see later that a link changed
        QueuePairMaker& maker; //!< makes transports
        ShardNews* news;       //!< of one of several shards; null: there are no others
    };

    /**
     * @param plan the NICs to build
     * @param fabric where the ports are
     */
    NicTable(NicPlan plan, Fabric& fabric);

    NicTable(const NicTable&) = delete;
    NicTable& operator=(const NicTable&) = delete;

    /** Comes before the first queue pair. @param surroundings all outlive the NICs */
    void Attach(const Surroundings& surroundings);

    /** The simulation is over: nothing will happen any more. */
    void End()
    {
        m_store.over = true;
    }

    /** @return the state of NICs and queue pairs, to be read only */
    const NicStore& Store() const
    {
        return m_store;
    }

    /** @return the effects of hot events */
    __attribute__((always_inline)) NicEvents Events()
    {
        return {m_inbox, m_clock};
    }

    /** @return where work requests are posted */
    HostSide& Host()
    {
        return m_host;
    }

    /** @return where receive buffers are posted */
    ReceiveRequests& Receives()
    {
        return m_receives;
    }

    /** @return where queue pairs are made */
    QueuePairSetup& Setup()
    {
        return m_setup;
    }

    /** @return where queue pairs change their state */
    QueuePairStates& States()
    {
        return m_states;
    }

    /** @return the administration and the users of queue pairs */
    QueuePairSeats& Seats()
    {
        return m_seats;
    }

    /** @return the NICs' knowledge of ports */
    NicPorts& Ports()
    {
        return m_ports;
    }

    /** @return where stock stacks are installed */
    StockDesk& Stock()
    {
        return m_stock;
    }

    /** @return the packets that NICs themselves send, and their ways */
    NicTraffic Own()
    {
        return {m_paths, m_desk};
    }

  private:
    QueuePairSeats::Parts SeatParts();

    NicStore m_store;
    EndpointService m_endpoint;
    NicTimers m_timers;
    OwnPaths m_paths;
    NicPump m_pump;
    PortHerald m_herald;
    NicPorts m_ports;
    EndpointDesk m_desk;
    NicInbox m_inbox;
    HostSide m_host;
    ReceiveRequests m_receives;
    QueuePairStates m_states;
    QueuePairSeats m_seats;
    QueuePairSetup m_setup;
    NicClock m_clock;
    StockDesk m_stock;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_TABLE_H */
