/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STREAM_BENCHMARK_H
#define MRC_STREAM_BENCHMARK_H

#include "mrc-stream-sampler.h"

#include "ns3/event-id.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-recovery-times.h"
#include "ns3/mrc-write-stream.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/** One stream between two NICs. */
struct StreamFlow
{
    uint32_t source;        //!< NIC
    uint32_t destination;   //!< another NIC
    Ptr<EvProfile> paths{}; //!< of the flow's queue pairs; null: the network's
    Time start{};           //!< of the flow's Writes, not negative
};

/** Flows that send as fast as they may. */
struct StreamLoad
{
    std::vector<StreamFlow> flows;
    uint32_t queuePairs{1};  //!< of each flow
    uint64_t bytes{1};       //!< of each Write
    uint32_t outstanding{1}; //!< Writes of each queue pair
    bool bothWays{false};    //!< the other ends of the queue pairs send as much
};

/** The results of one flow. */
struct StreamResult
{
    double goodput;       //!< payload placed during the measurement, bit/s, all queue pairs; with
                          //!< bothWays, of both directions
    double halfRoundTrip; //!< half of the time from post to completion, s, mean since the flow's
                          //!< start. Of queue pairs with one Write outstanding; NaN if no Write
                          //!< was completed
};

/**
 * Measures bandwidth and latency of flows as programs like ib_write_bw and ib_write_lat do.
 */
class StreamBenchmark
{
  public:
    /**
     * Makes the connections, and posts the first Writes of flows that start now.
     *
     * @param network where; nothing else runs there
     * @param load the flows to run
     * @throws std::invalid_argument naming a number of the load that is 0, or a missing network
     */
    StreamBenchmark(Ptr<Network> network, const StreamLoad& load);
    ~StreamBenchmark();

    StreamBenchmark(const StreamBenchmark&) = delete;
    StreamBenchmark& operator=(const StreamBenchmark&) = delete;

    /**
     * Runs the simulator to the end of the last step.
     *
     * @param sampling when to measure
     * @throws std::invalid_argument naming a number that is out of range
     * @return one for each flow, over all steps
     */
    std::vector<StreamResult> Run(const Sampling& sampling);

    /**
     * @return the record of each queue pair in each step of the last Run. The order is flow by
     * flow. Where the load goes both ways, an other end comes after its queue pair
     */
    const StreamRecord& Record() const
    {
        return m_record;
    }

    /** @return how long packets of all queue pairs waited to be sent again, from the start on */
    const RecoveryTimes& Recovery() const
    {
        return m_recovery;
    }

  private:
    void AddStream(const Ptr<Qp>& qp, Time start);

    Ptr<Network> m_network; //!< kept alive
    StreamLoad m_load;
    std::vector<Ptr<Qp>> m_qps; //!< flow by flow, an other end after its queue pair
    std::vector<std::unique_ptr<WriteStream>> m_streams;
    std::vector<EventId> m_starts; //!< of streams that start later
    StreamRecord m_record;
    RecoveryTimes m_recovery;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STREAM_BENCHMARK_H */
