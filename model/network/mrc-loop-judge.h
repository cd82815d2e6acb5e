/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOOP_JUDGE_H
#define MRC_LOOP_JUDGE_H

#include "ns3/mrc-ids.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The tier of the lower end of a link between switches, and T0 for a link of a NIC. In a graph both
 * ends may be of one tier, or the upper one more than one above.
 */
enum class LoopTier : uint8_t
{
    T0, //!< of a NIC to its T0, or from there to a T1; in a graph also to another T0
    T1, //!< to a T2; in a graph to any switch that is no T0
    T2, //!< of a graph only: to a T3, or to another T2
    T3, //!< of a graph only: between two T3s
};

/**
 * The link that a loop is about: that of a NIC to its T0, or one between switches. Of two ends in
 * one tier the one that comes first names the link.
 */
struct LoopLink
{
    static constexpr uint32_t NO_UPLINK = 0xffffffff; //!< the loop turns at the T0

    PlaneId plane{0};            //!< of both
    uint32_t number{0};          //!< of the NIC, or of the switch with the uplink
    uint32_t uplink{NO_UPLINK};  //!< of that switch
    LoopTier tier{LoopTier::T0}; //!< of that switch

    /** @return whether this is a link between a NIC and its T0 */
    bool IsPort() const
    {
        return uplink == NO_UPLINK;
    }

    /** @return whether this is a link between switches above T0s */
    bool IsUpper() const
    {
        return tier != LoopTier::T0;
    }

    friend bool operator<(const LoopLink& a, const LoopLink& b)
    {
        return std::tie(a.tier, a.plane, a.number, a.uplink) <
               std::tie(b.tier, b.plane, b.number, b.uplink);
    }

    friend bool operator==(const LoopLink& a, const LoopLink& b)
    {
        return std::tie(a.tier, a.plane, a.number, a.uplink) ==
               std::tie(b.tier, b.plane, b.number, b.uplink);
    }
};

/**
 * @return a link as a list of faults names it: `port:3.1`, `link:0.1.7`, `upper-link:0.3.1`, in a
 *         graph also `t2-link:0.3.1` and `t3-link:0.3.1`
 */
std::string TextOf(const LoopLink& link);

/** Links between switches that a loop crosses on the way to its link. */
using LoopVia = std::vector<LoopLink>;

/** The result of one loop. */
struct LoopResult
{
    LoopLink link; //!< the farthest one on the way
    bool arrived;  //!< the packet came back within a round
    LoopVia via{}; //!< the links between switches on the way there
};

/** A change of a judge's verdict on a link. */
struct LoopVerdict
{
    LoopLink link; //!< which
    bool bad;      //!< or no longer
};

/** The limits beyond which a link is called bad. */
struct LoopLimits
{
    uint32_t window{200};  //!< rounds that count
    uint32_t losses{3};    //!< lost loops in them that make a link bad, or more
    uint32_t witnesses{2}; //!< NICs that must have lost loops over a link between switches
};

/**
 * Which links lose packets, by the NICs' reports on their loops [clustermapper-verdicts]?
 *
 * A loop that turns at the T0 tells of the NIC's own link. One that turns at a T1 crosses that link
 * too. So its loss counts against the uplink only if all loops of the same NIC and plane that
 * turned at the T0 came back. Besides, the loss counts only together with losses of another NIC.
 *
 * If one that turned at the T0 was lost, the NIC's other losses count against its own link as well.
 * Those over an uplink do not if a NIC that lost none at the T0 lost a loop over that uplink too.
 *
 * The loss of a loop that turns higher counts against its farthest link alone. A loss nearer to the
 * NIC spares that link: by the NIC's T0, or over a link on the way. Losses by ways that cross the
 * farthest link themselves do not: that link may be their reason. Where two NICs must have lost
 * loops, no link on the way may be common to all, as that one would explain them too.
 */
class LoopJudge
{
  public:
    /** @param limits beyond which a link is bad */
    explicit LoopJudge(const LoopLimits& limits)
        : m_limits(limits)
    {
    }

    /**
     * Hears the results of the loops of one NIC in one round.
     *
     * @param nic the NIC of the loops
     * @param results all of them
     */
    void Hear(uint32_t nic, const std::vector<LoopResult>& results);

    /** @return the verdicts that have changed with this round, which ends */
    std::vector<LoopVerdict> EndRound();

  private:
    /** A loop that did not come back. */
    struct Loss
    {
        uint64_t round;
        uint32_t nic;
        LoopVia via; //!< as that of a LoopResult
    };

    bool IsBad(const LoopLink& link, const std::deque<Loss>& losses) const;
    bool Counts(const LoopLink& link, const Loss& loss) const;
    bool IsSpared(const LoopLink& link, const LoopLink& nearer) const;
    bool IsSuspect(PlaneId plane, uint32_t nic) const;
    std::size_t CountAgainstPort(const LoopLink& port, const std::deque<Loss>& losses) const;

    LoopLimits m_limits;
    uint64_t m_round{0};
    std::map<LoopLink, std::deque<Loss>> m_losses; //!< in the window, of links that have some
    std::set<LoopLink> m_bad;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOOP_JUDGE_H */
