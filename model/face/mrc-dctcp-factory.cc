/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-configured-factory.h"

#include "ns3/mrc-dctcp-window.h"

namespace ns3
{
namespace mrc
{

/** Makes windows like DCTCP's, with a user's settings [dctcp-window]. */
class DctcpFactory : public ConfiguredFactory<DctcpFactory,
                                              DctcpWindow,
                                              DctcpConfig,
                                              decltype(&ControllerFactory::Create)>
{
  public:
    static TypeId GetTypeId();
};

NS_OBJECT_ENSURE_REGISTERED(DctcpFactory);

TypeId
DctcpFactory::GetTypeId()
{
    static TypeId tid = Register("ns3::mrc::DctcpFactory", [](Rows& rows) {
        rows.Row("Gain",
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
    });
    return tid;
}

} // namespace mrc
} // namespace ns3
