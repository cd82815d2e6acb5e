/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STREAM_SAMPLER_H
#define MRC_STREAM_SAMPLER_H

#include "mrc-stream-record.h"

#include "ns3/event-id.h"
#include "ns3/mrc-qp.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** When queue pairs are read. */
struct Sampling
{
    Time warmUp;       //!< before the first reading, not negative
    Time step;         //!< from one reading to the next, more than 0
    uint32_t steps{1}; //!< at least 1
};

/**
 * Reads the counters of queue pairs at regular times, into a record.
 */
class StreamSampler
{
  public:
    /**
     * Schedules the readings.
     *
     * @param qps the queue pairs with the Writes to count; none null
     * @param sampling when, from now on
     * @throws std::invalid_argument naming the value out of range
     */
    StreamSampler(const std::vector<Ptr<Qp>>& qps, const Sampling& sampling);
    ~StreamSampler();

    StreamSampler(const StreamSampler&) = delete;
    StreamSampler& operator=(const StreamSampler&) = delete;

    /** @return the readings so far */
    const StreamRecord& Record() const
    {
        return m_record;
    }

  private:
    void Read();

    std::vector<Ptr<Qp>> m_qps;
    Sampling m_sampling;
    StreamRecord m_record;
    EventId m_next;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STREAM_SAMPLER_H */
