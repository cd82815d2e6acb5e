/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-calls.h"

#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @throws std::logic_error unless a rank has as many calls as it should have */
void
Expect(bool areAlike)
{
    if (!areAlike)
    {
        throw std::logic_error("mrc: ranks have different calls for users");
    }
}

/** @return the first of calls, which are there in all ranks alike */
WindowCall
TakeFirst(std::deque<WindowCall>& calls)
{
    Expect(!calls.empty());
    WindowCall first = std::move(calls.front());
    calls.pop_front();
    return first;
}

} // namespace

RankCalls::RankCalls(std::vector<WindowCall> own, RankMember& member, RankLink& link)
    : m_member(member),
      m_link(link),
      m_heads(link.Count())
{
    RankBytes bytes;
    for (WindowCall& call : own)
    {
        // Of what all ranks have, the first one says when its turn is.
        if (!call.isOfAll || m_link.Own() == 0)
        {
            Pack(call, bytes);
        }
        (call.isOfAll ? m_ofAll : m_alone).push_back(std::move(call));
    }
    std::vector<RankBytes> packed(m_link.Count(), bytes);
    m_packed = m_link.Exchange({RankCall::CALLS}, packed);
    m_packed[m_link.Own()].swap(packed[m_link.Own()]);
    for (uint32_t rank = 0; rank < m_packed.size(); ++rank)
    {
        m_readers.emplace_back(m_packed[rank]);
        Read(rank);
    }
    Find();
}

RankCalls::Head
RankCalls::HeadOf(const WindowCall& call)
{
    const auto own = call.pack ? Head::Kind::PACKED : Head::Kind::TURN;
    return {call.during, call.isOfAll ? Head::Kind::OF_ALL : own};
}

/** Writes a call for other ranks. */
void
RankCalls::Pack(const WindowCall& call, RankBytes& out)
{
    PutValue(out, HeadOf(call));
    if (call.pack)
    {
        call.pack(out);
    }
}

const HotEvent*
RankCalls::First() const
{
    return m_heads[m_rank] ? &m_heads[m_rank]->during : nullptr;
}

void
RankCalls::TellFirst()
{
    const Head::Kind kind = m_heads[m_rank]->kind;
    const bool isMine = m_rank == m_link.Own();
    if (kind == Head::Kind::OF_ALL)
    {
        TakeFirst(m_ofAll).tell();
    }
    else
    {
        WindowCall mine = isMine ? TakeFirst(m_alone) : WindowCall();
        if (kind == Head::Kind::PACKED)
        {
            m_member.HearPacked(m_readers[m_rank]);
        }
        else if (isMine)
        {
            mine.tell();
            m_member.EndTurn();
        }
        else
        {
            m_member.Hear(m_rank);
        }
    }
    Read(m_rank); // the bytes of the first call have been read
    Find();
}

void
RankCalls::RequireNone() const
{
    Expect(m_ofAll.empty() && m_alone.empty());
}

/** Goes on to the next call of a rank. */
void
RankCalls::Read(uint32_t rank)
{
    m_heads[rank].reset();
    if (m_readers[rank].HasMore())
    {
        m_heads[rank] = m_readers[rank].Take<Head>();
    }
}

void
RankCalls::Find()
{
    m_rank = 0;
    for (uint32_t rank = 1; rank < m_heads.size(); ++rank)
    {
        const HotEvent* first = First();
        const std::optional<Head>& head = m_heads[rank];
        if (head && (first == nullptr || EarlierHotEvent()(head->during, *first)))
        {
            m_rank = rank;
        }
    }
}

} // namespace mrc
} // namespace ns3
