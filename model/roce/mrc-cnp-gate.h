/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CNP_GATE_H
#define MRC_CNP_GATE_H

#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/** Does a marked packet call for a CNP: the notification point of DCQCN [dcqcn-notification]? */
class CnpGate
{
  public:
    /** @param interval in which there is at most one CNP; 0: each mark has a CNP */
    explicit CnpGate(Span interval)
        : m_interval(interval)
    {
    }

    /** A marked packet came. @return whether a CNP is to be sent */
    bool OnMark(Instant now)
    {
        if (now < m_next)
        {
            return false;
        }
        m_next = now + m_interval;
        return true;
    }

  private:
    Span m_interval;
    Instant m_next; //!< no CNP before
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CNP_GATE_H */
