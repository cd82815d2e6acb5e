/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OWNER_CHECK_H
#define MRC_OWNER_CHECK_H

#include "ns3/mrc-ids.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A NIC or a switch: its number, with LinkState::FAR_NIC if a NIC. */
using NodeCode = uint32_t;

/** The two nodes that share a directed link. */
struct LinkOwners
{
    NodeCode sender;   //!< has line, queues, trims, marks and drops
    NodeCode receiver; //!< has the pipe, arrivals and losses
};

/**
 * Does a node touch only its own state while its event is fired?
 *
 * A run in which a node touches more ends with a fatal error. Only builds with MRC_CHECK_OWNERS
 * ask: in all others this class is empty, and a call of it no code.
 */
class OwnerCheck
{
  public:
    /** Scripts, faults and builders: they may touch all, between events and in callbacks. */
    static constexpr NodeCode OUTSIDE = 0xffffffff;

    class Acting;

#ifdef MRC_CHECK_OWNERS
    /** @param links their owners, by port; of ports behind the last one nobody asks */
    explicit OwnerCheck(std::vector<LinkOwners> links)
        : m_links(std::move(links))
    {
    }

    /** @return the node at the sender's end of a link */
    NodeCode SenderOf(PortIndex port) const
    {
        return port < m_links.size() ? m_links[port].sender : OUTSIDE;
    }

    /** @return the node at the receiver's end of a link */
    NodeCode ReceiverOf(PortIndex port) const
    {
        return port < m_links.size() ? m_links[port].receiver : OUTSIDE;
    }

    /** A call touches the state of a node: a fatal error if another node acts. */
    void Touch(NodeCode owner) const
    {
        if (m_acting != OUTSIDE && owner != OUTSIDE && m_acting != owner)
        {
            Fail(owner);
        }
    }

  private:
    [[noreturn]] void Fail(NodeCode owner) const;

    std::vector<LinkOwners> m_links;
    NodeCode m_acting{OUTSIDE};
#else
    /** Keeps nothing. */
    explicit OwnerCheck(const std::vector<LinkOwners>&)
    {
    }

    /** @return nobody in particular */
    NodeCode SenderOf(PortIndex) const
    {
        return OUTSIDE;
    }

    /** @return nobody in particular */
    NodeCode ReceiverOf(PortIndex) const
    {
        return OUTSIDE;
    }

    /** Asks nothing. */
    void Touch(NodeCode) const
    {
    }
#endif
};

/** From here to the end of the block a node acts, or OwnerCheck::OUTSIDE. */
class OwnerCheck::Acting
{
  public:
#ifdef MRC_CHECK_OWNERS
    /**
     * @param check outlives this
     * @param node the one that acts
     */
    Acting(OwnerCheck& check, NodeCode node)
        : m_check(check),
          m_before(std::exchange(check.m_acting, node))
    {
    }

    ~Acting()
    {
        m_check.m_acting = m_before;
    }

  private:
    OwnerCheck& m_check;
    NodeCode m_before;
#else
    /** Keeps nothing. */
    Acting(OwnerCheck&, NodeCode)
    {
    }

    ~Acting() // which has a variable of this class count as used
    {
    }
#endif

  public:
    Acting(const Acting&) = delete;
    Acting& operator=(const Acting&) = delete;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OWNER_CHECK_H */
