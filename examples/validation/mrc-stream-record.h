/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STREAM_RECORD_H
#define MRC_STREAM_RECORD_H

#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The counters of a queue pair at some time. */
struct StreamReading
{
    uint64_t placed{0};  //!< bytes of payload placed at the destination, each once
    uint64_t lost{0};    //!< packets sent again that had not been trimmed
    uint64_t retired{0}; //!< EVs that went to ASSUMED_BAD
    uint64_t trimmed{0}; //!< packets sent again that had been trimmed
};

/** Successive steps of a record. */
struct StepRange
{
    uint32_t first; //!< number of the first step
    uint32_t count; //!< steps, at least 1
};

/**
 * The bytes that queue pairs placed, and the packets and EVs that they lost and retired, in equal
 * steps of time.
 */
class StreamRecord
{
  public:
    StreamRecord() = default;

    /** @param step length of a step, more than 0 */
    explicit StreamRecord(Time step)
        : m_step(step)
    {
    }

    /** @param readings of all queue pairs at the end of a step; the first: at the beginning */
    void Add(const std::vector<StreamReading>& readings);

    /** @return queue pairs */
    std::size_t QueuePairs() const
    {
        return m_readings.empty() ? 0 : m_readings.front().size();
    }

    /** @return length of a step */
    Time Step() const
    {
        return m_step;
    }

    /** @return steps that have ended */
    uint32_t Steps() const
    {
        return m_readings.empty() ? 0 : static_cast<uint32_t>(m_readings.size() - 1);
    }

    /**
     * @param i a queue pair
     * @param range which steps; here and below std::out_of_range if one has not ended
     * @return the queue pair's goodput, bit/s
     */
    double BitRate(std::size_t i, StepRange range) const;

    /** @return goodput of all queue pairs together, bit/s */
    double BitRate(StepRange range) const;

    /** @return the work of a queue pair in these steps */
    StreamReading During(std::size_t i, StepRange range) const;

  private:
    Time m_step;
    std::vector<std::vector<StreamReading>> m_readings; //!< time by time
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_STREAM_RECORD_H */
