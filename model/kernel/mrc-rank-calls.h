/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_CALLS_H
#define MRC_RANK_CALLS_H

#include "mrc-rank-link.h"
#include "mrc-rank-member.h"
#include "mrc-window-crew.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The calls of all ranks, to be told to users in the order of their events: which one comes first?
 * Of one event those of the first rank do.
 */
class RankCalls
{
  public:
    /**
     * All ranks make one of these at the same time.
     *
     * @param own the calls of this process, in order
     * @param member the data of this process; must outlive this
     * @param link to the other processes; must outlive this
     */
    RankCalls(std::vector<WindowCall> own, RankMember& member, RankLink& link);
    RankCalls(const RankCalls&) = delete;
    RankCalls& operator=(const RankCalls&) = delete;

    /** @return the event of the first call that is to be told still; null: all are told */
    const HotEvent* First() const;

    /**
     * Tells the first call, as long as there is one.
     *
     * @throws std::logic_error if the call should be one of this process too, which has none
     */
    void TellFirst();

    /** @throws std::logic_error if this process has calls that other ranks do not have */
    void RequireNone() const;

  private:
    /** What is known everywhere of a call to come. */
    struct Head
    {
        /** How the call is told. */
        enum class Kind : uint8_t
        {
            TURN,   //!< one rank acts, and others hear
            PACKED, //!< all tell it, from the bytes behind
            OF_ALL, //!< all tell it, and each has the call
        };

        HotEvent during;
        Kind kind;
    };

    static Head HeadOf(const WindowCall& call);
    static void Pack(const WindowCall& call, RankBytes& out);
    void Read(uint32_t rank);
    void Find();

    RankMember& m_member;
    RankLink& m_link;
    std::deque<WindowCall> m_alone;           //!< of this process, that no other rank has
    std::deque<WindowCall> m_ofAll;           //!< of this process, that all ranks have
    std::vector<RankBytes> m_packed;          //!< by rank: the calls of each, in order
    std::vector<RankReader> m_readers;        //!< by rank, of these
    std::vector<std::optional<Head>> m_heads; //!< by rank: the first call that is left
    uint32_t m_rank{0};                       //!< has the first call
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_CALLS_H */
