/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-selector-factory.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(SelectorFactory);

TypeId
SelectorFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mrc::SelectorFactory").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

} // namespace mrc
} // namespace ns3
