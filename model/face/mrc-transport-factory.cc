/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-factory.h"

#include "mrc-fabric-profile.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(TransportFactory);

/** Without a constructor: a script names a class that derives from this one. */
TypeId
TransportFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mrc::TransportFactory").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

void
TransportFactory::ShapeFabric(FabricProfile&, uint64_t) const
{
}

} // namespace mrc
} // namespace ns3
