/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-configured-factory.h"

#include "ns3/mrc-swift-window.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

/** Makes Swift's windows, with a user's settings [swift-window]. */
class SwiftFactory : public ConfiguredFactory<SwiftFactory,
                                              SwiftWindow,
                                              SwiftConfig,
                                              decltype(&ControllerFactory::Create)>
{
  public:
    static TypeId GetTypeId();

  private:
    void Check(const SwiftConfig& config, const ControllerSetup&) const override;
    static void AddTarget(Rows& rows);
    static void AddWindow(Rows& rows);
};

NS_OBJECT_ENSURE_REGISTERED(SwiftFactory);

TypeId
SwiftFactory::GetTypeId()
{
    static TypeId tid = Register("ns3::mrc::SwiftFactory", [](Rows& rows) {
        AddTarget(rows);
        AddWindow(rows);
    });
    return tid;
}

/** The round trip that a window is held to. */
void
SwiftFactory::AddTarget(Rows& rows)
{
    rows.Row("BaseTarget",
             &SwiftConfig::baseTarget,
             NanoSeconds(1),
             MilliSeconds(8),
             "Round trip to hold, base RTT and queues; csg-htsim's guess [swift-window]")
        .Row("Hops",
             &SwiftConfig::hops,
             0,
             64,
             "Switches on a path, each of which lengthens the target; own choice "
             "[swift-window]")
        .Row("HopTarget",
             &SwiftConfig::hopTarget,
             0,
             100,
             "Base targets that a hop adds; csg-htsim's guess [swift-window]")
        .Row("FlowScaling",
             &SwiftConfig::flowScaling,
             0,
             100,
             "Base targets that the smallest window adds; csg-htsim's guess [swift-window]");
}

/** The window's limits and its course. */
void
SwiftFactory::AddWindow(Rows& rows)
{
    rows.Row("MinWindow",
             &SwiftConfig::minWindow,
             0.001,
             1e6,
             "Least window in full packets; below 1 one packet at a time is under way, without "
             "Swift's pacing; csg-htsim's guess [swift-window]")
        .Row("MaxWindow",
             &SwiftConfig::maxWindow,
             0.001,
             1e6,
             "Largest window in full packets; CcProfile::MaxWindow limits it too; csg-htsim's "
             "guess [swift-window]")
        .Row("Increase",
             &SwiftConfig::increase,
             0,
             1000,
             "Full packets added in a round trip below the target; csg-htsim's guess "
             "[swift-window]")
        .Row("Beta",
             &SwiftConfig::beta,
             0,
             100,
             "Share of the relative excess that a decrease takes; csg-htsim's guess "
             "[swift-window]")
        .Row("MaxDecrease",
             &SwiftConfig::maxDecrease,
             0,
             1,
             "The most that a decrease takes off the window; csg-htsim's guess "
             "[swift-window]");
}

void
SwiftFactory::Check(const SwiftConfig& config, const ControllerSetup&) const
{
    if (config.minWindow > config.maxWindow)
    {
        std::ostringstream error;
        error << "ns3::mrc::SwiftFactory: MinWindow " << config.minWindow << " is above MaxWindow "
              << config.maxWindow << "; expected at most MaxWindow";
        throw std::invalid_argument(error.str());
    }
}

} // namespace mrc
} // namespace ns3
