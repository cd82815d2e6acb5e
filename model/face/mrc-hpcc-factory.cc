/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-config-rows.h"
#include "mrc-own-factories.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-hpcc-window.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/** Makes HPCC's windows, with a user's settings [hpcc-window]. */
class HpccFactory : public ControllerFactory
{
  public:
    static TypeId GetTypeId();

    bool SharesNothing() const override
    {
        return true;
    }

    std::unique_ptr<CustomController> Create(const ControllerSetup& setup) const override;

  private:
    std::unique_ptr<HpccConfig> m_config{std::make_unique<HpccConfig>()};
};

NS_OBJECT_ENSURE_REGISTERED(HpccFactory);

TypeId
HpccFactory::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::HpccFactory")
                       .SetParent<ControllerFactory>()
                       .SetGroupName("Mrc")
                       .AddConstructor<HpccFactory>();
        ConfigRows<HpccFactory, HpccConfig>(t, &HpccFactory::m_config)
            .Row("Eta",
                 &HpccConfig::eta,
                 0.01,
                 1,
                 "Load of the busiest hop that is aimed at; 1 is a full line [hpcc-window]")
            .Row("MaxStage",
                 &HpccConfig::maxStage,
                 0,
                 1000,
                 "Rounds below Eta that only add to the window before it follows the load "
                 "[hpcc-window]")
            .Row("IncreaseRate",
                 &HpccConfig::increaseRate,
                 0,
                 1e6,
                 "Mb/s: the window grows by W_ai, the bytes that this rate sends in a base RTT "
                 "[hpcc-window]");
        return t;
    }();
    return tid;
}

std::unique_ptr<CustomController>
HpccFactory::Create(const ControllerSetup& setup) const
{
    if (setup.hops == nullptr)
    {
        NS_FATAL_ERROR("ns3::mrc::HpccFactory needs records of hops, and "
                       "ns3::mrc::FabricProfile::Telemetry is false; expected true");
    }
    return std::make_unique<HpccWindow>(*m_config, setup);
}

} // namespace mrc
} // namespace ns3
