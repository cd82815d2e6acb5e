/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-config-rows.h"
#include "mrc-own-factories.h"

#include "ns3/mrc-flowlet-selector.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/** Makes flowlet selectors, with a user's settings [flowlet-gap]. */
class FlowletFactory : public SelectorFactory
{
  public:
    static TypeId GetTypeId();

    bool SharesNothing() const override
    {
        return true;
    }

    std::unique_ptr<CustomSelector> Create(KeyedDraws draws) const override
    {
        return std::make_unique<FlowletSelector>(*m_config, draws);
    }

  private:
    std::unique_ptr<FlowletConfig> m_config{std::make_unique<FlowletConfig>()};
};

NS_OBJECT_ENSURE_REGISTERED(FlowletFactory);

TypeId
FlowletFactory::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::FlowletFactory")
                       .SetParent<SelectorFactory>()
                       .SetGroupName("Mrc")
                       .AddConstructor<FlowletFactory>();
        ConfigRows<FlowletFactory, FlowletConfig>(t, &FlowletFactory::m_config)
            .Row("Gap",
                 &FlowletConfig::gap,
                 Time(0),
                 Seconds(1),
                 "A flow that pauses longer may take another path; published: 50, 100, 500 us "
                 "[flowlet-gap]");
        return t;
    }();
    return tid;
}

} // namespace mrc
} // namespace ns3
