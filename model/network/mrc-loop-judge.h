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

/** The tier of the lower end of a link that has an uplink's number. */
enum class LoopTier : uint8_t
{
    T0, //!< the loop turns at the T0, or at a T1
    T1, //!< the loop turns at a T2
};

/** The link that a loop is about: that of a NIC to its T0, one from there to a T1, or one to a T2.
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

    /** @return whether this is a link between a T1 and a T2 */
    bool IsUpper() const
    {
        return tier == LoopTier::T1;
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

/** @return a link as a list of faults names it: `port:3.1`, `link:0.1.7`, `upper-link:0.3.1` */
std::string TextOf(const LoopLink& link);

/** The result of one loop. */
struct LoopResult
{
    LoopLink link;  //!< the farthest one on the way
    bool arrived;   //!< the packet came back within a round
    LoopLink via{}; //!< of a loop by a T2: the link between T0 and T1 on the way
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
    uint32_t witnesses{2}; //!< NICs that must have lost loops by a T0's uplink; T0s of a T1's
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
 * The loss of a loop that turns at a T2 counts against the link to the T2 alone. A loss nearer to
 * the NIC spares that link: by the NIC's T0, or by the T1 over the same uplink of the T0.
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
        LoopLink via; //!< as that of a LoopResult
    };

    bool IsBad(const LoopLink& link, const std::deque<Loss>& losses) const;
    bool Counts(const LoopLink& link, const Loss& loss) const;
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
