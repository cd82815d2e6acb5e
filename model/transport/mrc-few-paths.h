/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FEW_PATHS_H
#define MRC_FEW_PATHS_H

#include "mrc-dealt-evs.h"
#include "mrc-path-state.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

class PathSkips;

/** The EVs of a queue pair that are not GOOD, while they are few and to be skipped at most. */
struct FewSkips
{
    /** With more there is a table; own choice: few messages of 32 packets have as many. */
    static constexpr uint32_t MOST = 8;

    /** An EV with its place in the table. */
    struct Skip
    {
        Path path;        //!< SKIP, or GOOD again
        uint32_t seat{0}; //!< of the EV's plane
    };

    Skip skips[MOST];   //!< in the order of the table
    uint32_t count{0};  //!< of these
    Instant latestSkip; //!< when a path began to be skipped last
};

/** What a queue pair keeps of its EVs while it has no table. */
struct FewPathsStore
{
    Path drawn;                      //!< the GOOD EV that was drawn last
    std::unique_ptr<FewSkips> skips; //!< null: all EVs are GOOD
};

/**
 * Which EV has a seat of the rotation, and is to be skipped? As a PathTable answers, for a queue
 * pair that has sent a few packets. Each EV is found when it is asked for.
 *
 * A view; a table takes its place once an EV is bad or denied, or too many are to be skipped.
 */
class FewPaths
{
  public:
    /**
     * @param config how many EVs, and how long a SKIP is
     * @param deal the planes and uplinks that they are dealt over
     * @param store the rest; all must outlive this
     */
    FewPaths(const EvConfig& config, const PathDeal& deal, FewPathsStore& store)
        : m_config(config),
          m_deal(deal),
          m_store(store)
    {
    }

    /** @return as PathSeats */
    uint32_t Active() const
    {
        return Dealt().Active();
    }

    /** @return as PathSeats */
    uint32_t RotationMask() const;

    /** @return as PathSeats; until the next call */
    Path& At(PlaneId plane, uint32_t seat);

    /** @return as PathSkips */
    bool HasLapsed(const Path& path, Instant now) const;

    /** As PathSkips. */
    void EndSkip(Path& path, PathCause cause, Instant now);

    /** As PathSkips, where no EV changes places. */
    void OnSkipped(const Path&, uint16_t, Instant)
    {
    }

    /** As PathSkips. @return whether there was room for that; else there is to be a table */
    bool OnCongestion(Ev ev, PathCause cause, Instant now);

    /** As PathSkips, and gives back memory. */
    void EndLapsed(Instant now);

    /** Hands all SKIPs over to a new table. */
    void MoveTo(PathSkips& table);

  private:
    DealtEvs Dealt() const
    {
        return {m_config, m_deal};
    }

    FewSkips::Skip* PlaceOf(Ev ev, uint32_t seat);
    void Move(Path& path, PathState to, PathCause cause, Instant now);

    const EvConfig& m_config;
    const PathDeal& m_deal;
    FewPathsStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FEW_PATHS_H */
