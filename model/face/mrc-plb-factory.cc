/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-config-rows.h"
#include "mrc-own-factories.h"

#include "ns3/mrc-plb-selector.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/** Makes PLB selectors, with a user's settings [plb-rehash]. */
class PlbFactory : public SelectorFactory
{
  public:
    static TypeId GetTypeId();

    bool SharesNothing() const override
    {
        return true;
    }

    std::unique_ptr<CustomSelector> Create(KeyedDraws draws) const override
    {
        return std::make_unique<PlbSelector>(*m_config, draws);
    }

  private:
    std::unique_ptr<PlbConfig> m_config{std::make_unique<PlbConfig>()};
};

NS_OBJECT_ENSURE_REGISTERED(PlbFactory);

TypeId
PlbFactory::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::PlbFactory")
                       .SetParent<SelectorFactory>()
                       .SetGroupName("Mrc")
                       .AddConstructor<PlbFactory>();
        ConfigRows<PlbFactory, PlbConfig>(t, &PlbFactory::m_config)
            .Row("CongestedShare",
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
        return t;
    }();
    return tid;
}

} // namespace mrc
} // namespace ns3
