/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-roce-replies.h"

namespace ns3
{
namespace mrc
{

bool
RoceReplies::Take(Datagram& out)
{
    if ((m_roles.up & m_setup.Port()) == 0)
    {
        m_ack = m_cnp = false; // they would be lost at the port
        m_missing.Clear();
        return false;
    }
    // CNPs first: each packet that the peer sends meanwhile adds to a queue.
    if (m_cnp)
    {
        m_cnp = false;
        m_setup.Address(Opcode::CNP, Psn(), m_setup.config.cnpDscp, m_roles.rehash.Path(), out);
        ++m_roles.roce.cnpsSent;
        return true;
    }
    while (!m_missing.Empty())
    {
        const uint64_t missing = m_missing.Front();
        m_missing.Pop();
        // A packet that has come since is asked for no more.
        if (missing >= m_expected)
        {
            WriteAeth(missing, AethSyndrome::NAK_SEQUENCE, out);
            ++m_roles.roce.naksSent;
            return true;
        }
    }
    if (!m_ack)
    {
        return false;
    }
    m_ack = false;
    const bool refuses = m_refusal != AethSyndrome::ACK_NO_CREDIT;
    // A refusal names the packet that is refused, an ACK the last one that came in order.
    WriteAeth(refuses ? m_expected : m_expected - 1, m_refusal, out);
    return true;
}

/** Messages complete that are in front of the PSN, as a receiver of the AETH counts them. */
void
RoceReplies::WriteAeth(uint64_t sequence, AethSyndrome syndrome, Datagram& out) const
{
    m_setup.Address(Opcode::RC_ACKNOWLEDGE,
                    PsnOf(sequence),
                    m_setup.AckDscp(),
                    m_roles.rehash.Path(),
                    out);
    out.aeth = Aeth();
    out.aeth.syndrome = static_cast<uint8_t>(syndrome);
    out.aeth.msn = m_messages;
}

} // namespace mrc
} // namespace ns3
