/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRANSPORT_FACTORY_H
#define MRC_TRANSPORT_FACTORY_H

#include "ns3/object.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

class FabricProfile;
class TransportMaker;

/** Which transport takes the place of MRC's? What QpProfile::Transport names, with attributes. */
class TransportFactory : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @return what makes queue pairs with the attributes as they are now, the same object as long
     * as they do not change
     */
    virtual std::shared_ptr<const TransportMaker> Maker() const = 0;

    /**
     * Gives switches what this transport wants of them. FabricHelper::Install asks for it once.
     *
     * @param fabric the profile of the network that is made; nothing is changed by default
     * @param rate of a NIC's link, bit/s
     */
    virtual void ShapeFabric(FabricProfile& fabric, uint64_t rate) const;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRANSPORT_FACTORY_H */
