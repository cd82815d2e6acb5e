/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_SELECTOR_H
#define MRC_PATH_SELECTOR_H

#include "mrc-bitmap-selector.h"
#include "mrc-custom-selection.h"
#include "mrc-oblivious-selector.h"
#include "mrc-path-state.h"
#include "mrc-path-table.h"
#include "mrc-qp-config.h"
#include "mrc-random-selector.h"
#include "mrc-reps-selector.h"
#include "mrc-single-selector.h"
#include "mrc-skip-selector.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <variant>

namespace ns3
{
namespace mrc
{

/**
 * Which EV of a plane carries the next packet: that of the selector which the user chose.
 *
 * The contract of a selector is that of RandomSelector: Next(table, plane, now) and
 * OnFeedback(table, ev, feedback, now). A selector that walks over skipped EVs shows its Walk()
 * too. Planes take turns before the selector is asked, and the selector sees only planes with an EV
 * that is GOOD or SKIP. To retire EVs is the table's business. A new selector is a file, an
 * enumerator of PathSelection and a case of Make. A user's own one is a CustomSelector, which needs
 * no change here.
 */
class PathSelector
{
  public:
    using Feedback = PathFeedback; //!< the news of a path for selectors

    /**
     * @param selection which
     * @param draws random numbers of the selector
     * @param custom makes the user's own one, which is used instead; or null
     */
    PathSelector(PathSelection selection, KeyedDraws draws, const SelectorMaker* custom = nullptr)
        : m_selector(custom == nullptr ? Make(selection, draws) : CustomSelection((*custom)(draws)))
    {
    }

    /** @return whether the selector is the SkipSelector, by far the most used */
    bool IsSkip() const
    {
        return __builtin_expect(std::holds_alternative<SkipSelector>(m_selector), 1);
    }

    /** @return the selector, where IsSkip() holds; its own word for that is lines away, and not
     * read
     */
    SkipSelector& Skip()
    {
        return const_cast<SkipSelector&>(static_cast<const PathSelector*>(this)->Skip());
    }

    /** @return the same, to read */
    const SkipSelector& Skip() const
    {
        const SkipSelector* skip = std::get_if<SkipSelector>(&m_selector);
        if (skip == nullptr)
        {
            __builtin_unreachable();
        }
        return *skip;
    }

    /** @return of the planes that are usable those that the selector uses */
    PlaneMask Planes(const PathTable& table, PlaneMask usable, Instant now) const
    {
        return IsSkip() ? usable : PlanesOfOthers(table, usable, now);
    }

    /**
     * @param table the EVs
     * @param plane the plane that sends
     * @param now the time
     * @return the EV to use, or nullptr if none of the plane's rotation is usable
     */
    const Path* Next(PathTable& table, PlaneId plane, Instant now)
    {
        if (table.Usable(plane) == 0)
        {
            return nullptr;
        }
        return IsSkip() ? Skip().Next(table, plane, now) : NextOfOthers(table, plane, now);
    }

    /** @return whether time alone ends a SKIP: an EV with a lapsed SKIP is as good as any */
    bool LetsLapse() const
    {
        return IsSkip();
    }

    /**
     * @return the walk that decides alone while EVs are GOOD or to be skipped; null: the selector
     *         needs a table. Clean news changes nothing for the walk
     */
    SkipWalk* WalkOfFew()
    {
        return IsSkip() ? &std::get_if<SkipSelector>(&m_selector)->Walk() : nullptr;
    }

    /** Takes news about an EV. */
    void OnFeedback(PathTable& table, Ev ev, Feedback feedback, Instant now);

    /** Next draws again for the same packet: the SKIPs that Next meets stay [skip-consumption].
     */
    void BeginRedraw();

    /** The coming draws are for the next packets. */
    void EndRedraw();

  private:
    using Selector = std::variant<SkipSelector,
                                  ObliviousSelector,
                                  RandomSelector,
                                  BitmapSelector,
                                  RepsSelector,
                                  SingleSelector,
                                  CustomSelection>;

    static Selector Make(PathSelection selection, KeyedDraws draws);

    PlaneMask PlanesOfOthers(const PathTable& table, PlaneMask usable, Instant now) const;
    const Path* NextOfOthers(PathTable& table, PlaneId plane, Instant now);
    SkipWalk* Walk();

    Selector m_selector;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_SELECTOR_H */
