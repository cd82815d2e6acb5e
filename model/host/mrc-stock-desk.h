/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_DESK_H
#define MRC_STOCK_DESK_H

#include "mrc-nic-ports.h"
#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"
#include "mrc-own-paths.h"
#include "mrc-queue-pair-seats.h"
#include "mrc-queue-pair-setup.h"
#include "mrc-stock-pair.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** An IP packet that a stock stack has a NIC send. */
struct StockOrder
{
    uint32_t nic;                       //!< number of the NIC that sends
    uint32_t destination;               //!< number of the NIC that the packet goes to
    std::vector<uint8_t> bytes;         //!< from the IP header on, at most MAX_STOCK_BYTES
    std::shared_ptr<const void> beside; //!< data for the receiver that is not on the wire
    std::optional<StockWay> way{};      //!< outer headers that the stack has given [stock-ways]
};

/** Where stock stacks meet their NICs: opens, sends, receives [stock-encapsulation]. */
class StockDesk
{
  public:
    /** The parts that the desk needs; all must outlive the desk. */
    struct Parts
    {
        NicStore& store;       //!< the NICs
        NicPump& pump;         //!< pulls queued packets
        QueuePairSeats& seats; //!< of queue pairs, among which a StockPair has one
        QueuePairSetup& setup; //!< makes those
        NicPorts& ports;       //!< knows ports of peers, and tells them
        OwnPaths& paths;       //!< that are not denied
    };

    /** @param parts of the same NICs */
    explicit StockDesk(const Parts& parts)
        : m_parts(parts)
    {
    }

    ~StockDesk();

    /**
     * Gives a NIC a stock stack.
     *
     * @param nic number of the NIC
     * @param config of sending
     * @param user hears of arriving packets until Close
     * @return false, and nothing changes, if the NIC has one
     */
    bool Open(uint32_t nic, const StockConfig& config, StockUser& user);

    /** Keeps the slots of a NIC's stack that another shard has opened, so that numbers agree. */
    void Hold(uint32_t nic);

    /** The user of a NIC goes: arriving packets are dropped from now on. */
    void Close(uint32_t nic);

    /** @return whether the queue of a NIC with a stack takes a packet of so many bytes */
    bool HasRoom(uint32_t nic, std::size_t bytes) const
    {
        return m_pairs.at(nic).pair->HasRoom(bytes);
    }

    /** Has the user of a NIC told when the next packet has left. */
    void AwaitRoom(uint32_t nic)
    {
        m_pairs.at(nic).pair->AwaitRoom();
    }

    /** Sends a packet for which there is room, of a NIC with a stack. */
    void Send(StockOrder order);

    /** Takes a stock packet that reached its NIC: hands the packet over or drops the packet. */
    void Receive(NicState& nic, PortIndex link, FrameIndex frame, Instant now);

  private:
    /** A NIC with a stack. */
    struct Stack
    {
        StockPair* pair; //!< in `slot`
        SlotIndex slot;
    };

    SlotIndex AddSlots(uint32_t nic, QueuePairParts pair);
    void Drop(PortIndex link, FrameIndex frame, DropReason reason, Instant now);

    Parts m_parts;
    std::map<uint32_t, Stack> m_pairs; //!< by NIC
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_DESK_H */
