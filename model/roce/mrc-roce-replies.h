/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_REPLIES_H
#define MRC_ROCE_REPLIES_H

#include "mrc-roce-roles.h"
#include "mrc-roce-setup.h"

#include "ns3/mrc-aeth.h"
#include "ns3/mrc-ring.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Which answer does a responder send next: CNP, NAK or ACK? One ACK covers all packets before the
 * ACK.
 */
class RoceReplies
{
  public:
    /**
     * @param setup must outlive this
     * @param roles must outlive this
     */
    RoceReplies(const RoceSetup& setup, RoceRoles& roles)
        : m_setup(setup),
          m_roles(roles)
    {
    }

    /** All packets in front of this one have been carried out. */
    void SetExpected(uint64_t sequence)
    {
        m_expected = sequence;
    }

    /** One more message is complete. */
    void AddMessage()
    {
        m_messages = (m_messages + 1) & 0xffffff; // 24 bits in the AETH
    }

    /** An ACK is due. */
    void OweAck()
    {
        m_ack = true;
    }

    /** A CNP is due. */
    void OweCnp()
    {
        m_cnp = true;
    }

    /** A packet is missing. */
    void OweNak(uint64_t sequence)
    {
        m_missing.Push(sequence);
    }

    /** The expected packet will not be carried out. */
    void OweRefusal(AethSyndrome syndrome)
    {
        m_refusal = syndrome;
        m_ack = true;
    }

    /** @return whether nothing is due */
    bool Empty() const
    {
        return !m_ack && !m_cnp && m_missing.Empty();
    }

    /** @param out the next reply. @return whether there is one, and a port for it */
    bool Take(Datagram& out);

    /** Gives memory back that holds nothing. */
    void Rest()
    {
        m_missing.Shrink();
    }

  private:
    void WriteAeth(uint64_t sequence, AethSyndrome syndrome, Datagram& out) const;

    const RoceSetup& m_setup;
    RoceRoles& m_roles;
    uint64_t m_expected{0};
    uint32_t m_messages{0};   //!< complete, 24 bits
    Ring<uint64_t> m_missing; //!< to be asked for
    bool m_ack{false};
    bool m_cnp{false};
    AethSyndrome m_refusal{AethSyndrome::ACK_NO_CREDIT}; //!< of ACKs, or the reason for none
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_REPLIES_H */
