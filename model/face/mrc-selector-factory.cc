/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-own-factories.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(SelectorFactory);

/** Without a constructor: a script names a class of its own that derives from this one. */
TypeId
SelectorFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mrc::SelectorFactory").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

} // namespace mrc
} // namespace ns3
