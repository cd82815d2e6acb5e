/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-configured-factory.h"

#include "ns3/mrc-credit-window.h"

namespace ns3
{
namespace mrc
{

/** Makes the windows of senders that have receiver credit, with a user's settings
 * [receiver-credit]. */
class CreditFactory : public ConfiguredFactory<CreditFactory,
                                               CreditWindow,
                                               CreditConfig,
                                               decltype(&ControllerFactory::Create)>
{
  public:
    static TypeId GetTypeId();
};

NS_OBJECT_ENSURE_REGISTERED(CreditFactory);

TypeId
CreditFactory::GetTypeId()
{
    static TypeId tid = Register("ns3::mrc::CreditFactory", [](Rows& rows) {
        rows.Row("FirstPart",
                 &CreditConfig::firstPart,
                 0,
                 1,
                 "Part of the largest window that may be in flight before the first grant, one "
                 "full packet at least; own choice [receiver-credit]");
    });
    return tid;
}

} // namespace mrc
} // namespace ns3
