/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-configured-factory.h"

#include "ns3/mrc-hpcc-window.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

/** Makes HPCC's windows, with a user's settings [hpcc-window]. */
class HpccFactory : public ConfiguredFactory<HpccFactory,
                                             HpccWindow,
                                             HpccConfig,
                                             decltype(&ControllerFactory::Create)>
{
  public:
    static TypeId GetTypeId();

  private:
    void Check(const HpccConfig&, const ControllerSetup& setup) const override;
};

NS_OBJECT_ENSURE_REGISTERED(HpccFactory);

TypeId
HpccFactory::GetTypeId()
{
    static TypeId tid = Register("ns3::mrc::HpccFactory", [](Rows& rows) {
        rows.Row("Eta",
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
    });
    return tid;
}

void
HpccFactory::Check(const HpccConfig&, const ControllerSetup& setup) const
{
    if (setup.hops == nullptr)
    {
        throw std::invalid_argument("ns3::mrc::HpccFactory needs records of hops, and "
                                    "ns3::mrc::FabricProfile::Telemetry is false; expected true");
    }
}

} // namespace mrc
} // namespace ns3
