/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_SETUP_H
#define MRC_QUEUE_PAIR_SETUP_H

#include "mrc-nic-ports.h"
#include "mrc-nic-store.h"
#include "mrc-queue-pair-maker.h"
#include "mrc-queue-pair-seats.h"

#include "ns3/mrc-instant.h"
#include "ns3/mrc-transport-config.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/** How do queue pairs and their transports come to be? */
class QueuePairSetup
{
  public:
    /** @param store, seats, ports of the same NICs; must outlive this */
    QueuePairSetup(NicStore& store, QueuePairSeats& seats, NicPorts& ports)
        : m_store(store),
          m_seats(seats),
          m_ports(ports)
    {
    }

    /** Sets the maker of the transports. */
    void SetMaker(QueuePairMaker* maker)
    {
        m_maker = maker;
    }

    /** Keeps the next slot for a queue pair of another shard. */
    void Hold(uint32_t nic, uint32_t peer);

    /** Adds the queue pair for the next slot, in state RESET; of another shard as Hold. */
    void Add(uint32_t nic, uint32_t peer);

    /**
     * Adds the queue pairs of a connection in state RTS, for the next slot and the one after:
     * nothing is asked of their users.
     *
     * @throws std::invalid_argument as Check of the maker for either end; then none is added
     */
    void AddReady(const QueuePairPlan& own, const QueuePairPlan& peer);

    /** Gives a queue pair that was added in state RESET its transport. */
    void SetUp(const QueuePairPlan& plan);

    /**
     * A queue pair that was asleep gets its transport.
     *
     * @param plan one that Check of the maker allowed; the plan's NICs are those of the slot
     * @return the queue pair that had the place before
     */
    std::unique_ptr<QueuePairAdmin> Wake(QueuePairPlan plan);

    /** @return the data path of the queue pair in a slot */
    QueuePair& PathOf(SlotIndex slot)
    {
        return *m_store.Slot(slot).pair;
    }

    /** @return the administration of the queue pair in a slot */
    QueuePairAdmin& AdminOf(SlotIndex slot)
    {
        return m_seats.AdminOf(slot);
    }

  private:
    void Link(uint32_t nic, uint32_t peer, QueuePairParts pair);
    QueuePairParts NewPair(const QueuePairPlan& plan);
    void NameWays(const QueuePairPlan& plan);

    NicStore& m_store;
    QueuePairSeats& m_seats;
    NicPorts& m_ports;
    QueuePairMaker* m_maker{nullptr};
    SharedConfigs m_configs;                                //!< of queue pairs that are asleep
    std::vector<std::unique_ptr<QueuePairAdmin>> m_retired; //!< those that another one replaced
    Instant m_retiredAt;                                    //!< the latest of them
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_SETUP_H */
