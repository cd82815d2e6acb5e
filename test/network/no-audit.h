/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NO_AUDIT_H
#define MRC_NO_AUDIT_H

#include "ns3/boolean.h"
#include "ns3/global-value.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** While this exists no books of frames are asked for: an error of a policy loses its frame. */
class NoAudit
{
  public:
    NoAudit()
    {
        GlobalValue::GetValueByName("MrcAudit", m_before);
        GlobalValue::Bind("MrcAudit", BooleanValue(false));
    }

    ~NoAudit()
    {
        GlobalValue::Bind("MrcAudit", m_before);
    }

    NoAudit(const NoAudit&) = delete;
    NoAudit& operator=(const NoAudit&) = delete;

  private:
    BooleanValue m_before;
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_NO_AUDIT_H */
