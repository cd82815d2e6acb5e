/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_PROFILE_H
#define MRC_QP_PROFILE_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <memory>

namespace ns3
{
namespace mrc
{

struct QpConfig;

/** What users configure of a queue pair's reliability, as attributes [capability-exchange]. */
class QpProfile : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    QpProfile();
    ~QpProfile() override;

    /** @return what was configured, as it is: who makes a connection of it judges it */
    QpConfig Get() const;

  private:
    static void AddCapabilities(TypeId tid);
    static void AddTimers(TypeId tid);
    static void AddPlacement(TypeId tid);

    std::unique_ptr<QpConfig> m_config;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_PROFILE_H */
