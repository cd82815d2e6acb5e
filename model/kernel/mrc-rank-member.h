/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_MEMBER_H
#define MRC_RANK_MEMBER_H

#include "mrc-rank-bytes.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** What a call tells of that travels as bytes; the first of them. */
enum class PackedCall : uint8_t
{
    PORT, //!< a watched port, or a packet
    PAIR, //!< a queue pair
};

/** The data of a process that travel to other ones. */
class RankMember
{
  public:
    virtual ~RankMember() = default;

    /** Takes what was sent to a rank out of the shards. @param to that rank @param out gets it */
    virtual void Pack(uint32_t to, RankBytes& out) = 0;

    /** Puts what another rank has packed into the shards. @param in the bytes, read to their end */
    virtual void Unpack(RankReader& in) = 0;

    /**
     * Another rank acts: hears what users are told there, until that is over.
     *
     * @param teller the rank that acts
     */
    virtual void Hear(uint32_t teller) = 0;

    /**
     * Tells a call that some rank has packed.
     *
     * @param in what WindowCall::pack has written there, which begins with a PackedCall
     */
    virtual void HearPacked(RankReader& in) = 0;

    /**
     * Tells a call in all ranks at once: this rank acts, and the others are in Hear.
     *
     * @param call as WindowCall::pack writes one
     */
    virtual void TellPacked(const RankBytes& call) = 0;

    /** This rank has acted, while the others were in Hear. */
    virtual void EndTurn() = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_MEMBER_H */
