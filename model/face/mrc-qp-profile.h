/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_PROFILE_H
#define MRC_QP_PROFILE_H

#include "ns3/mrc-qp-config.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

namespace ns3
{
namespace mrc
{

/** What users configure of a queue pair's reliability, as attributes [capability-exchange]. */
class QpProfile : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return what was configured, as it is: who makes a connection of it judges it */
    QpConfig Get() const;

  private:
    static void AddCapabilities(TypeId tid);
    static void AddTimers(TypeId tid);
    static void AddPlacement(TypeId tid);

    QpConfig m_config;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_PROFILE_H */
