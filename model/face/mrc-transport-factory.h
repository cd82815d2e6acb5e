/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRANSPORT_FACTORY_H
#define MRC_TRANSPORT_FACTORY_H

#include "ns3/object.h"

#include <memory>

namespace ns3
{
namespace mrc
{

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
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRANSPORT_FACTORY_H */
