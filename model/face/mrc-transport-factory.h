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

/**
 * Which transport takes the place of MRC's? The class that QpProfile::Transport names, with
 * attributes.
 */
class TransportFactory : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @return the maker of queue pairs with the present attributes, the same object as long as the
     * attributes do not change
     */
    virtual std::shared_ptr<const TransportMaker> Maker() const = 0;

    /**
     * Gives switches the settings that this transport wants. FabricHelper::Install calls this once.
     *
     * @param fabric the profile of the network that is made; nothing is changed by default
     * @param rate of a NIC's link, bit/s
     */
    virtual void ShapeFabric(FabricProfile& fabric, uint64_t rate) const;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRANSPORT_FACTORY_H */
