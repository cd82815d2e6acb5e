/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-config-rows.h"
#include "mrc-own-factories.h"

#include "ns3/mrc-dctcp-window.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/** Makes windows like DCTCP's, with a user's settings [dctcp-window]. */
class DctcpFactory : public ControllerFactory
{
  public:
    static TypeId GetTypeId();

    bool SharesNothing() const override
    {
        return true;
    }

    std::unique_ptr<CustomController> Create(const ControllerSetup& setup) const override
    {
        return std::make_unique<DctcpWindow>(*m_config, setup);
    }

  private:
    std::unique_ptr<DctcpConfig> m_config{std::make_unique<DctcpConfig>()};
};

NS_OBJECT_ENSURE_REGISTERED(DctcpFactory);

TypeId
DctcpFactory::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::DctcpFactory")
                       .SetParent<ControllerFactory>()
                       .SetGroupName("Mrc")
                       .AddConstructor<DctcpFactory>();
        ConfigRows<DctcpFactory, DctcpConfig>(t, &DctcpFactory::m_config)
            .Row("Gain",
                 &DctcpConfig::gain,
                 0,
                 1,
                 "Weight of a window of data in the average share of marks (RFC 8257, 4.2) "
                 "[dctcp-window]")
            .Row("Increase",
                 &DctcpConfig::increase,
                 0,
                 1000,
                 "Full packets that a window of data without marks adds (RFC 5681) "
                 "[dctcp-window]")
            .Row("LossFactor",
                 &DctcpConfig::lossFactor,
                 0,
                 1,
                 "What a loss leaves of the window (RFC 8257, 3.5) [dctcp-window]");
        return t;
    }();
    return tid;
}

} // namespace mrc
} // namespace ns3
