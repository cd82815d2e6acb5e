/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAIR_MAKER_H
#define MRC_PAIR_MAKER_H

#include "mrc-network.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

struct NetworkParts;
struct QueuePairPlan;

/** How are the two ends of a connection made? A view of a network's parts. */
class PairMaker
{
  public:
    /** @param parts the network's; must outlive this */
    explicit PairMaker(NetworkParts& parts)
        : m_parts(parts)
    {
    }

    /**
     * @param profiles those that a script names for the two ends, or none
     * @return the profiles of two ends: those of the network where a script names none
     */
    QpProfilePair EndsWith(const QpProfilePair& profiles) const;

    /**
     * Makes two ends that can send at once, without the states that a script would lead them
     * through.
     *
     * @param own the end that posts
     * @param peer the other end
     * @param paths EVs of both
     * @return the face of the first end; a fatal error if a number is out of range
     */
    Ptr<Qp> Connect(const QpEnd& own, const QpEnd& peer, const EvProfile& paths) const;

    /**
     * Makes two ends in RESET: profiles of EVs and congestion control come with Qp::Modify.
     *
     * @param own the end that posts
     * @param peer the other end
     * @return the face of the first end; a fatal error if a number is out of range
     */
    Ptr<Qp> Create(const QpEnd& own, const QpEnd& peer) const;

  private:
    SlotIndex CheckedSlot(uint32_t source, uint32_t destination) const;
    QueuePairPlan PlanOf(SlotIndex slot,
                         const QpEnd& own,
                         const QpEnd& peer,
                         const EvConfig& ev) const;
    Ptr<Qp> AddFace(SlotIndex slot, const QpEnd& own, const QpEnd& peer) const;

    NetworkParts& m_parts;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAIR_MAKER_H */
