/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-config-rows.h"
#include "mrc-own-factories.h"

#include "ns3/mrc-credit-window.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/** Makes the windows of senders that have receiver credit, with a user's settings
 * [receiver-credit]. */
class CreditFactory : public ControllerFactory
{
  public:
    static TypeId GetTypeId();

    bool SharesNothing() const override
    {
        return true;
    }

    std::unique_ptr<CustomController> Create(const ControllerSetup& setup) const override;

  private:
    std::unique_ptr<CreditConfig> m_config{std::make_unique<CreditConfig>()};
};

NS_OBJECT_ENSURE_REGISTERED(CreditFactory);

TypeId
CreditFactory::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::CreditFactory")
                       .SetParent<ControllerFactory>()
                       .SetGroupName("Mrc")
                       .AddConstructor<CreditFactory>();
        ConfigRows<CreditFactory, CreditConfig>(t, &CreditFactory::m_config)
            .Row("FirstPart",
                 &CreditConfig::firstPart,
                 0,
                 1,
                 "Part of the largest window that may be in flight before the first grant, one "
                 "full packet at least; own choice [receiver-credit]");
        return t;
    }();
    return tid;
}

std::unique_ptr<CustomController>
CreditFactory::Create(const ControllerSetup& setup) const
{
    return std::make_unique<CreditWindow>(*m_config, setup);
}

} // namespace mrc
} // namespace ns3
