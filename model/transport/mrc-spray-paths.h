/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SPRAY_PATHS_H
#define MRC_SPRAY_PATHS_H

#include "mrc-few-paths.h"
#include "mrc-path-prober.h"
#include "mrc-path-selector.h"
#include "mrc-path-table.h"
#include "mrc-plane-health.h"
#include "mrc-plane-ports.h"
#include "mrc-qp-config.h"

#include "ns3/mrc-ids.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/**
 * Which planes and EVs does a queue pair have, and which of them may carry a packet now?
 *
 * The EV table is dealt when it is first needed. Most queue pairs of a large fabric never send. One
 * that sends a few packets finds their EVs one by one, as long as none is worse than to be skipped.
 */
class SprayPaths
{
  public:
    /**
     * @param config EVs and their rules; must outlive this, which keeps no copy
     * @param deal the planes and uplinks to deal EVs over
     * @param pause between two packets of a plane while all planes are silent
     */
    SprayPaths(const EvConfig& config, const PathDeal& deal, Span pause = Nanos(262144));

    SprayPaths(const EvConfig&& config, const PathDeal& deal, Span pause = Span()) = delete;
    SprayPaths(const SprayPaths&) = delete;
    SprayPaths& operator=(const SprayPaths&) = delete;

    /** @return which planes have ports */
    const PlanePorts& Ports() const
    {
        return m_ports;
    }

    /** @return of which planes anything comes back */
    PlaneHealth& Health()
    {
        return m_health;
    }

    /** @return of which planes anything comes back */
    const PlaneHealth& Health() const
    {
        return m_health;
    }

    /** @return whether a packet may take this EV now */
    bool MayUse(Ev ev)
    {
        return IsUsable(ev) && ((m_ports.Usable() >> ev.Plane()) & 1) != 0;
    }

    /** @return the EV that stands for all that name the same path */
    Ev PathOf(Ev ev) const
    {
        return Ev::Of(ev.Plane(), DealtEvs(m_config, m_deal).Uplinks().Number(ev));
    }

    /** @return planes that have a turn */
    PlaneMask InTurn() const
    {
        // A table that is not dealt has all its EVs, and each plane its turn.
        return m_ports.Usable() & (m_isDealt ? PlaneMask{m_seats.inTurn} : ~PlaneMask{0});
    }

    /** @return whether there is an EV that may be used on a plane that is usable */
    bool HasPath() const
    {
        // a plane that was left has a turn if no other has
        return (m_left & m_ports.Usable()) != 0 || InTurn() != 0;
    }

    /** @return which EV is to be probed when */
    PathProber& Prober()
    {
        return m_prober;
    }

    /** @return which EV is to be probed when */
    const PathProber& Prober() const
    {
        return m_prober;
    }

    /** @return the user that hears events of the queue pair, null: none */
    QueuePairUser* User() const
    {
        return m_deal.watch == nullptr ? nullptr : m_deal.watch->user;
    }

    /** @return the EVs, dealt if they were not */
    PathTable& Table()
    {
        if (!m_isDealt)
        {
            Deal();
        }
        return *m_table;
    }

    /** @return whether the EVs take memory */
    bool HasTable() const
    {
        return m_isDealt;
    }

    /** @return a place in the cache line that each packet touches */
    const char* HotBegin() const
    {
        return reinterpret_cast<const char*>(&m_ports);
    }

    struct Hot;

  protected:
    /** @return the EVs, while there is no table */
    FewPaths Few()
    {
        return {m_config, m_deal, m_few};
    }

    /** @return whether this is an EV of the queue pair that is GOOD or SKIP */
    bool IsUsable(Ev ev);

    /** Makes the table. */
    void Deal();

    const EvConfig& m_config; //!< EVs and their rules
    PathDeal m_deal;          //!< the planes and uplinks that EVs are dealt over
    FewPathsStore m_few;      //!< of EVs, while there is no table
    PathProber m_prober;      //!< which EV is probed when
    PlaneHealth m_health;     //!< of which planes anything comes back
    // Members that each packet touches, up to the beginning of the selector, in one line: see
    // HotBegin. A packet that begins a turn needs more of the selector, and one that meets an EV
    // that is to be skipped the table.
    PlanePorts m_ports;               //!< which planes have ports
    PlaneMask m_left{0};              //!< planes that have no turn, because they are silent
    PlaneId m_lastPlane;              //!< the plane used last
    bool m_isDealt{false};            //!< there is a table: its own word for that is lines away
    uint8_t m_drawn{0};               //!< paths that were drawn without a table, since the rest
    bool m_isSkip;                    //!< m_selector is the SkipSelector: likewise
    SeatPlan m_seats;                 //!< of the table, if there is one; else without planes
    PathSelector m_selector;          //!< decides within a plane
    std::optional<PathTable> m_table; //!< empty until first use
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have offsetof for any class

/** Where the members are that each packet touches. */
struct SprayPaths::Hot
{
    static constexpr std::size_t PORTS = offsetof(SprayPaths, m_ports); //!< first byte of the ports
    static constexpr std::size_t HEALTH = 16; //!< bytes before these of the health of planes
    static constexpr std::size_t ALIVE = offsetof(SprayPaths, m_health); //!< first byte of that
    static constexpr std::size_t END = //!< of what a packet touches where there is one plane
        offsetof(SprayPaths, m_selector) + PathRotation::Hot::PLACE;
};

#pragma GCC diagnostic pop

} // namespace mrc
} // namespace ns3

#endif /* MRC_SPRAY_PATHS_H */
