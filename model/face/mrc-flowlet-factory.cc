/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-configured-factory.h"

#include "ns3/mrc-flowlet-selector.h"

namespace ns3
{
namespace mrc
{

/** Makes flowlet selectors, with a user's settings [flowlet-gap]. */
class FlowletFactory : public ConfiguredFactory<FlowletFactory,
                                                FlowletSelector,
                                                FlowletConfig,
                                                decltype(&SelectorFactory::Create)>
{
  public:
    static TypeId GetTypeId();
};

NS_OBJECT_ENSURE_REGISTERED(FlowletFactory);

TypeId
FlowletFactory::GetTypeId()
{
    static TypeId tid = Register("ns3::mrc::FlowletFactory", [](Rows& rows) {
        rows.Row("Gap",
                 &FlowletConfig::gap,
                 Time(0),
                 Seconds(1),
                 "A flow that pauses longer may take another path; published: 50, 100, 500 us "
                 "[flowlet-gap]");
    });
    return tid;
}

} // namespace mrc
} // namespace ns3
