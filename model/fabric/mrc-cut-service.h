/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CUT_SERVICE_H
#define MRC_CUT_SERVICE_H

#include "mrc-fabric-state.h"
#include "mrc-rank-mail.h"

namespace ns3
{
namespace mrc
{

/**
 * Answers how frames cross from one shard to another: a view of a shard's state.
 *
 * A port of a cut link has no events, as nothing arrives in its own shard. Each touch advances the
 * port. A sweep at the end of each window decides all departures that began in the window.
 */
class CutService
{
  public:
    /** @param state the fabric's of a shard with others beside it; must outlive this */
    explicit CutService(FabricState& state)
        : m_state(state)
    {
    }

    /** Decides all departures that began before an instant, and touches no other port. */
    void Sweep(Instant end) const;

    /**
     * Takes the frames that another shard has sent here.
     *
     * @param from that shard
     * @param half of its boxes
     */
    void Take(const CutService& from, unsigned half) const;

    /** Takes all that another shard has sent here so far. @param from that shard, not active now */
    void TakeAll(const CutService& from) const
    {
        from.NameMail();
        Take(from, 0); // of the halves one is empty, as no window is on
        Take(from, 1);
    }

    /** @return the same between processes */
    RankMail Mail() const
    {
        return RankMail(m_state);
    }

    /** Begins a window, in which this half of the own boxes is filled. */
    void Fill(unsigned half) const
    {
        NameMail();
        m_state.cuts->Fill(half);
    }

    /**
     * Has the names by which followers in several processes know frames travel with the frames that
     * leave this shard. While no shard is active.
     */
    void NameMail() const;

    /** Sets the one that hears of what several shards cannot serve. */
    void SetCare(ShardCare* care) const
    {
        m_state.care = care;
    }

    /** Users are told of earlier events, or no longer. @param isTelling whether they are */
    void SetTelling(bool isTelling) const
    {
        m_state.isTelling = isTelling;
    }

    /** @return the shortest time from the start of a departure over a cut link to its arrival */
    static Span LookAhead(const FabricState& state);

  private:
    void Expect(const CutMail& mail) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CUT_SERVICE_H */
