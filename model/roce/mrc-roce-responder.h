/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_RESPONDER_H
#define MRC_ROCE_RESPONDER_H

#include "mrc-cnp-gate.h"
#include "mrc-reorder-gate.h"
#include "mrc-roce-replies.h"
#include "mrc-roce-roles.h"
#include "mrc-roce-setup.h"

#include "ns3/mrc-responder-guard.h"

#include <cstdint>
#include <map>

namespace ns3
{
namespace mrc
{

/**
 * The responder of a reliable connection: is this packet the next one, and which answer follows?
 */
class RoceResponder
{
  public:
    /**
     * @param setup must outlive this
     * @param roles shared with the requester; must outlive this
     * @param owner hears of deliveries
     */
    RoceResponder(const RoceSetup& setup, RoceRoles& roles, RoleOwner& owner);

    /** A data packet came. */
    void OnData(const Datagram& packet, Instant now);

    /** @return the answers for the requester */
    RoceReplies& Replies()
    {
        return m_replies;
    }

    /** @return the limits that the responder's user sets the peer */
    ResponderLimits& Limits()
    {
        return m_limits;
    }

  private:
    /** The message with packets on their way here. */
    struct Inbound
    {
        bool begun{false};
        WorkVerb verb{WorkVerb::WRITE};
        uint32_t length{0}; //!< of a Write, as its RETH says; of a Send, so far
        uint32_t placed{0}; //!< bytes
    };

    /** @return whether packets wait for others that are missing [roce-recovery] */
    bool IsSelective() const
    {
        return m_setup.config.recovery == ROCE_SELECTIVE_REPEAT;
    }

    __attribute__((noinline)) void Judge(const Datagram& packet, uint64_t sequence, Instant now);
    bool Continues(const Datagram& packet);
    void Advance(const Datagram& packet);
    void OnDuplicate(Instant now);
    void OnAhead(const Datagram& packet, uint64_t sequence, Instant now);
    Span AskAgain() const;
    void AskForMissing(Instant now);
    void AcceptHeld(Instant now);
    bool Accept(const Datagram& packet, Instant now);
    bool Begin(const Datagram& packet, Instant now);
    bool End(const Datagram& packet, Instant now);
    bool Refuse(AethSyndrome syndrome, Instant now);

    const RoceSetup& m_setup;
    RoceRoles& m_roles;
    RoleOwner& m_owner;
    RoceReplies m_replies;
    CnpGate m_cnps;
    ResponderLimits m_limits;
    Inbound m_inbound;
    uint64_t m_expected;
    ReorderGate m_gate;      //!< selective repeat: which packets may be asked for
    uint64_t m_askedEnd;     //!< selective repeat: behind the last one that was looked for
    Instant m_nakAgain;      //!< no second NAK for the packet that is expected before
    bool m_nakked{false};    //!< going back: the expected packet was asked for
    uint16_t m_delivered{0}; //!< messages, modulo 2^16
    std::map<uint64_t, Datagram> m_held; //!< selective repeat: those that wait for others
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_RESPONDER_H */
