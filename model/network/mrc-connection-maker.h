/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONNECTION_MAKER_H
#define MRC_CONNECTION_MAKER_H

#include "mrc-denylist.h"
#include "mrc-ev-templates.h"
#include "mrc-named-ways.h"
#include "mrc-network-plan.h"
#include "mrc-source-routing.h"
#include "mrc-topology.h"

#include "ns3/mrc-connection-parameters.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-queue-pair-maker.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-shared-nscc-constants.h"
#include "ns3/mrc-transport-config.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace ns3
{
namespace mrc
{

/** The parts of one network that connections are made from. */
struct ConnectionSite
{
    const Topology& topology;        //!< the nodes and links
    const SourceRouting& routing;    //!< addresses and ways
    const UsablePaths& paths;        //!< those that lack no link
    RoundTrips& trips;               //!< the round trips of paths
    const NetworkProfiles& profiles; //!< the profiles of connections
    const Denylist& denylist;        //!< which EVs are denied
    const ShardSet& shards;          //!< where queue pairs live
    KeyedDraws draws;                //!< of the connections
};

/** Makes transports for the NICs of a network. */
class ConnectionMaker : public QueuePairMaker
{
  public:
    /** @param site outlives this */
    explicit ConnectionMaker(const ConnectionSite& site)
        : m_site(site)
    {
    }

    void Check(const QueuePairPlan& plan) const override;
    bool IsNoticed(const QueuePairPlan& plan) const override;
    std::optional<CarrierTemplate> RouteOf(const QueuePairPlan& plan) override;
    QueuePairParts Make(const QueuePairPlan& plan) override;

  private:
    ConnectionParameters ParametersOf(const QueuePairPlan& plan, const FabricConfig& fabric) const;
    EvConfig EvsOf(const QueuePairPlan& plan) const;
    NamedEvs NamedOf(const QueuePairPlan& plan) const;
    void Share(ConnectionParameters& parameters);

    /** A file of EVs, and the ways of its addresses. */
    struct FileWays
    {
        std::shared_ptr<const EvFile> file; //!< lives as long as its address is a key
        std::unique_ptr<NamedWays> named;
    };

    ConnectionSite m_site;
    std::map<const EvFile*, FileWays> m_ways;
    SharedConfigs m_settings;   //!< of connections that were made
    SharedNsccConstants m_nscc; //!< likewise
    std::mutex m_making; //!< round trips are kept, and shards make queue pairs at their first use
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CONNECTION_MAKER_H */
