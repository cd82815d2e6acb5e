/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REPLY_H
#define MRC_REPLY_H

#include "mrc-ring.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-neth.h"
#include "ns3/mrc-seth.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

/** Which kind of answer does a packet get? */
enum class ReplyKind : uint8_t
{
    SACK,
    PROBE_SACK,
    NACK,
    NONE, //!< no answer: the place is free
};

/** An answer that waits to be sent; its cumulative part is filled in when it goes
 * [answer-order]. */
struct Reply
{
    Ev ev;              //!< of the packet that the reply answers
    Psn psn;            //!< of that packet; probe_id of a probe
    uint16_t timestamp; //!< of that packet
    ReplyKind kind;     //!< the kind of the reply
    NackReason reason;  //!< of a NACK
    PlaneId plane;      //!< on which that packet arrived
    PathMark mark;      //!< a SACK's word on the path
};

/**
 * Which answers wait to be sent? A first-in first-out queue that has room for one of them, since
 * nearly always one waits: more of them are in memory of their own.
 */
class WaitingReplies
{
  public:
    WaitingReplies()
    {
        m_first.kind = ReplyKind::NONE;
    }

    /** @return whether none waits */
    bool Empty() const
    {
        return m_first.kind == ReplyKind::NONE;
    }

    /** @return the oldest one */
    const Reply& Front() const
    {
        return m_first;
    }

    /** @return the youngest one */
    Reply& Back()
    {
        return m_others == nullptr || m_others->Empty() ? m_first : m_others->Back();
    }

    /** Appends one, of any kind but NONE. */
    void Push(const Reply& reply)
    {
        if (Empty())
        {
            m_first = reply;
            return;
        }
        if (m_others == nullptr)
        {
            m_others = std::make_unique<Ring<Reply>>();
        }
        m_others->Push(reply);
    }

    /** Removes the oldest one. */
    void Pop()
    {
        if (__builtin_expect(m_others == nullptr || m_others->Empty(), 1))
        {
            m_first.kind = ReplyKind::NONE;
            return;
        }
        m_first = m_others->Front();
        m_others->Pop();
    }

    /** Gives memory back if none waits. */
    void Shrink()
    {
        if (Empty())
        {
            m_others.reset();
        }
    }

    struct Hot;

  private:
    Reply m_first{};                       //!< the oldest; NONE: none waits
    std::unique_ptr<Ring<Reply>> m_others; //!< those behind; null: none have waited yet
};

/** The layout of WaitingReplies that speed needs. */
struct WaitingReplies::Hot
{
    static_assert(sizeof(WaitingReplies) == 24, "it shares a cache line with much else");
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REPLY_H */
