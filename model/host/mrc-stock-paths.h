/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_PATHS_H
#define MRC_STOCK_PATHS_H

#include "mrc-own-paths.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3
{
namespace mrc
{

/** How the stock packets of a NIC are spread over paths [stock-path]; a plain enum, as ns-3's
 * enumerated attributes want it. */
enum StockSpread : uint8_t
{
    STOCK_BY_FLOW,   //!< a flow keeps to one path
    STOCK_BY_PACKET, //!< each packet takes the next path
};

/** Which path does a stock packet take [stock-path]? */
class StockPaths
{
  public:
    /** The most paths of a plane that are used: the outer flow label holds 20 bits of an EV. */
    static constexpr uint32_t MAX_PATHS = 1U << 20;

    /**
     * @param paths those that an administrator denied are left out; must outlive this
     * @param nic number of the NIC that sends
     * @param spread how packets are spread
     * @param draws seeded key of the NIC
     */
    StockPaths(const OwnPaths& paths, uint32_t nic, StockSpread spread, KeyedDraws draws)
        : m_paths(paths),
          m_draws(draws),
          m_nic(nic),
          m_spread(spread)
    {
    }

    /**
     * @param flow hash of the fields that tell the packet's flow from others
     * @param planes to choose from; none: plane 0
     * @return where the packet waits for a port
     */
    PlaneId LaneOf(uint64_t flow, PlaneMask planes) const;

    /** @return the lanes of which a packet may leave by these ports */
    PlaneMask LanesFor(PlaneMask ports) const
    {
        return m_spread == STOCK_BY_FLOW ? ports : 1;
    }

    /**
     * @param lane where a packet waits
     * @param planes that lead to the packet's NIC
     * @return whether the packet may go on waiting there
     */
    bool MayWait(PlaneId lane, PlaneMask planes) const
    {
        return m_spread == STOCK_BY_PACKET || ((planes >> lane) & 1) != 0;
    }

    /**
     * @param lane where the packet waited
     * @param to number of the NIC that the packet goes to
     * @param ports that could send the packet at once, as far as they lead there
     * @return the plane that the packet leaves by, none if the packet is to wait for another port
     */
    std::optional<PlaneId> PlaneOf(PlaneId lane, uint32_t to, PlaneMask ports);

    /**
     * @param to number of the NIC that the packet goes to
     * @param flow as above
     * @param plane that the packet leaves by
     * @return the packet's path
     */
    Ev PathOf(uint32_t to, uint64_t flow, PlaneId plane);

  private:
    /** Sprayed packets to a NIC. */
    struct Turns
    {
        uint32_t sent[MAX_PLANES]{};  //!< by plane
        PlaneId last{MAX_PLANES - 1}; //!< plane of the packet before
    };

    const OwnPaths& m_paths;
    KeyedDraws m_draws;
    uint32_t m_nic;
    StockSpread m_spread;
    std::map<uint32_t, Turns> m_turns; //!< by destination
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_PATHS_H */
