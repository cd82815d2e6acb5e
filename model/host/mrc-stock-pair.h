/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_PAIR_H
#define MRC_STOCK_PAIR_H

#include "mrc-idle-pair.h"
#include "mrc-nic-ports.h"
#include "mrc-nic-store.h"
#include "mrc-stock-paths.h"
#include "mrc-stock-queue.h"
#include "mrc-stock-user.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** How the stock packets of a NIC are sent. */
struct StockConfig
{
    StockLimits limits;                //!< of waiting packets
    StockSpread spread{STOCK_BY_FLOW}; //!< over paths
};

/**
 * The packets of a NIC's stock stack, in the place of a queue pair: a port that falls idle pulls
 * from either in turn [stock-share].
 */
class StockPair : public IdlePair
{
  public:
    /** The parts that the pair asks; all must outlive the pair. */
    struct Parts
    {
        const NicStore& store; //!< has the NIC of the pair
        const NicPorts& ports; //!< knows the ports of peers
        const OwnPaths& paths; //!< that are not denied
    };

    /**
     * @param parts of the same NICs
     * @param nic number of the pair's NIC
     * @param config of sending
     * @param user is told when there is room again; must outlive the pair, or be taken back
     */
    StockPair(const Parts& parts, uint32_t nic, const StockConfig& config, StockUser& user);

    /** @return whether a packet of so many bytes fits into the queue [stock-queue] */
    bool HasRoom(std::size_t bytes) const
    {
        return m_queue.HasRoom(bytes);
    }

    /** Queues a packet for which there is room; the NIC is to be pumped then. */
    void Push(const StockEntry& entry);

    /** Has HasRoom called with the next packet that leaves. */
    void AwaitRoom()
    {
        m_isAwaited = true;
    }

    /** @return the user that gets arriving packets, null: none */
    StockUser* User() const
    {
        return m_user;
    }

    /** From now on there is no user; waiting packets are still sent. */
    void TakeBackUser()
    {
        m_user = nullptr;
    }

    /** Nobody posts Writes here: no number leads here. */
    Agenda Post(const WorkRequest&, Instant) override
    {
        return {};
    }

    Pull NextData(Instant now, PlaneMask ports, Datagram& out) override;

  private:
    PlaneMask PlanesFor(const StockEntry& entry) const;
    void LayOut();
    void SpreadAnew();
    std::optional<PlaneId> LaneFor(PlaneMask ports);

    Parts m_parts;
    StockQueue m_queue;
    StockPaths m_paths;
    StockUser* m_user;
    uint32_t m_nic;
    uint8_t m_laidOutFor; //!< NicState::up when lanes were chosen
    bool m_isAwaited{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_PAIR_H */
