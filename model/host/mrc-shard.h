/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARD_H
#define MRC_SHARD_H

#include "mrc-hot-path.h"
#include "mrc-nic-table.h"
#include "mrc-pair-commons.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-hot-kernel.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/** The plan that a shard is built from. */
struct ShardPlan
{
    FabricPlan fabric; //!< ports, links and switches
    NicPlan nics;      //!< NICs; the fabric has their ports
    KeyedDraws draws;  //!< of the fabric, each draw named by its port: all shards of a run have
                       //!< this key
};

/**
 * The parts that some nodes of a run own: ports, links, frames, NICs, queue pairs, timing wheel,
 * draws, counters.
 *
 * Shards of two runs share nothing but the objects handed to them. These are the HotHost that fires
 * the events, the calendar and the maker of queue pairs. Several shards of one run have the same
 * numbers of NICs, ports and queue pairs. Each acts for its own nodes alone.
 */
class Shard
{
  public:
    /**
     * @param plan the shard's nodes
     * @param findHost finds the host that fires the shard's events
     */
    Shard(ShardPlan plan, HotKernel::HostFinder findHost);

    /**
     * @param plan the shard's nodes
     * @param host fires the shard's events; must outlive the shard
     */
    Shard(ShardPlan plan, HotHost& host);

    /**
     * The same nodes once more, of which this shard acts for other ones.
     *
     * @param first shard of the run
     * @param nics as those of the first; NicPlan::isHere tells which are of this shard
     * @param own number of this shard, at least 1
     * @param host fires its events; must outlive the shard
     */
    Shard(Shard& first, NicPlan nics, ShardIndex own, HotHost& host);

    Shard(const Shard&) = delete;
    Shard& operator=(const Shard&) = delete;

    /**
     * Comes before the first queue pair.
     *
     * @param calendar has NICs see later that a link changed; must outlive the shard
     * @param maker makes the transports; must exist as long as events are fired
     */
    void Attach(Calendar& calendar, QueuePairMaker& maker)
    {
        const bool isAlone = m_fabric.State().cuts == nullptr;
        m_nics.Attach({m_kernel, calendar, maker, isAlone ? nullptr : &m_news});
    }

    /** The simulation is over: nothing will happen any more. */
    void End()
    {
        m_nics.End();
        m_kernel.End();
    }

    /** @return whether the simulation is over */
    bool IsOver() const
    {
        return m_nics.Store().over;
    }

    /** @return links, queues and switches */
    Fabric& GetFabric()
    {
        return m_fabric;
    }

    /** @return the same, to read */
    const Fabric& GetFabric() const
    {
        return m_fabric;
    }

    /** @return the NICs */
    NicTable& GetNics()
    {
        return m_nics;
    }

    /** @return the queue of hot events */
    HotKernel& GetKernel()
    {
        return m_kernel;
    }

    /** @return the same, to read */
    const HotKernel& GetKernel() const
    {
        return m_kernel;
    }

    /** @return what users will hear of, if there are other shards */
    ShardNews& GetNews()
    {
        return m_news;
    }

    /** @return the data that queue pairs of a NIC share */
    PairCommons& Commons()
    {
        return m_commons;
    }

  private:
    Fabric m_fabric;
    ShardNews m_news;
    PairCommons m_commons; //!< transports in m_nics refer to these
    NicTable m_nics;
    HotPath m_path; //!< takes hot events to fabric and NICs
    HotKernel m_kernel;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARD_H */
