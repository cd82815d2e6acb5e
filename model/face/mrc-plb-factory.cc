/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-configured-factory.h"

#include "ns3/mrc-plb-selector.h"

namespace ns3
{
namespace mrc
{

/** Makes PLB selectors, with a user's settings [plb-rehash]. */
class PlbFactory : public ConfiguredFactory<PlbFactory,
                                            PlbSelector,
                                            PlbConfig,
                                            decltype(&SelectorFactory::Create)>
{
  public:
    static TypeId GetTypeId();
};

NS_OBJECT_ENSURE_REGISTERED(PlbFactory);

TypeId
PlbFactory::GetTypeId()
{
    static TypeId tid = Register("ns3::mrc::PlbFactory", [](Rows& rows) {
        rows.Row("CongestedShare",
                 &PlbConfig::congestedShare,
                 0,
                 1,
                 "Share of marks from which a round is congested; Linux: tcp_plb_cong_thresh, "
                 "128 of 256 [plb-rounds]")
            .Row("RehashRounds",
                 &PlbConfig::rehashRounds,
                 1,
                 1 << 16,
                 "Congested rounds in a row after which a flow leaves its path; Linux: "
                 "tcp_plb_rehash_rounds [plb-rehash]")
            .Row("IdleRehashRounds",
                 &PlbConfig::idleRehashRounds,
                 1,
                 1 << 16,
                 "The same for a flow that has sent nothing for a round; Linux: "
                 "tcp_plb_idle_rehash_rounds [plb-rehash]")
            .Row("Suspend",
                 &PlbConfig::suspend,
                 Time(0),
                 Seconds(3600),
                 "After a loss marks move no flow for one to two times this; Linux: "
                 "tcp_plb_suspend_rto_sec [plb-rehash]")
            .Row("Round",
                 &PlbConfig::round,
                 NanoSeconds(1),
                 Seconds(1),
                 "How long marks are counted: about a round trip; own choice [plb-rounds]");
    });
    return tid;
}

} // namespace mrc
} // namespace ns3
