/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ADMISSION_FACTORY_H
#define MRC_ADMISSION_FACTORY_H

#include "ns3/mrc-queue-policy.h"
#include "ns3/object.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/** Makes a user's own trim or drop policies: what FabricProfile::AdmissionFactory names. */
class AdmissionFactory : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param seat the port
     * @return what admits data at that port; null is a fatal error
     */
    virtual std::unique_ptr<AdmissionPolicy> Create(const PolicySeat& seat) const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ADMISSION_FACTORY_H */
