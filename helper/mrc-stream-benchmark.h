/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STREAM_BENCHMARK_H
#define MRC_STREAM_BENCHMARK_H

#include "mrc-network.h"
#include "mrc-stream-sampler.h"

#include "ns3/mrc-write-stream.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Flows that send as fast as they may. */
struct StreamLoad
{
    std::vector<std::pair<uint32_t, uint32_t>> flows; //!< source and destination NIC
    uint32_t queuePairs{1};                           //!< of each flow
    uint64_t bytes{1};                                //!< of each Write
    uint32_t outstanding{1};                          //!< Writes of each queue pair
};

/** What came of one flow. */
struct StreamResult
{
    double goodput;       //!< payload placed during the measurement, bit/s, all queue pairs
    double halfRoundTrip; //!< half of the time from post to completion, s, mean over the whole run;
                          //!< of queue pairs with one Write outstanding; NaN if none was completed
};

/**
 * Measures bandwidth and latency of flows as programs like ib_write_bw and ib_write_lat do.
 */
class StreamBenchmark
{
  public:
    /**
     * Makes the connections and posts the first Writes.
     *
     * @param network where; nothing else runs there
     * @param load what
     * @throws std::invalid_argument naming a number of the load that is 0, or a missing network
     */
    StreamBenchmark(Ptr<Network> network, const StreamLoad& load);

    /**
     * Runs the simulator to the end of the last step.
     *
     * @param sampling when to measure
     * @throws std::invalid_argument naming a number that is out of range
     * @return one for each flow, over all steps
     */
    std::vector<StreamResult> Run(const Sampling& sampling);

    /** @return what each queue pair did in each step of the last Run; flow by flow */
    const StreamRecord& Record() const
    {
        return m_record;
    }

  private:
    Ptr<Network> m_network; //!< kept alive
    StreamLoad m_load;
    std::vector<Ptr<Qp>> m_qps; //!< flow by flow
    std::vector<std::unique_ptr<WriteStream>> m_streams;
    StreamRecord m_record;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STREAM_BENCHMARK_H */
