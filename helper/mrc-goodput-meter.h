/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOODPUT_METER_H
#define MRC_GOODPUT_METER_H

#include "ns3/event-id.h"
#include "ns3/mrc-qp.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Measures how fast the payload of queue pairs is placed at their destinations, from one time to
 * another: each byte counts once, headers and retransmissions do not.
 */
class GoodputMeter
{
  public:
    /**
     * Schedules the measurement.
     *
     * @param qps whose Writes to count
     * @param warmUp from now to the beginning of the measurement
     * @param length of the measurement, more than 0
     */
    GoodputMeter(const std::vector<Ptr<Qp>>& qps, Time warmUp, Time length);
    ~GoodputMeter();

    GoodputMeter(const GoodputMeter&) = delete;
    GoodputMeter& operator=(const GoodputMeter&) = delete;

    /** @return goodput of queue pair i, bit/s; 0 until the measurement has ended */
    double BitRate(std::size_t i) const;

  private:
    void Begin();
    void End();

    std::vector<Ptr<Qp>> m_qps;
    Time m_length;
    EventId m_begin;
    EventId m_end;
    std::vector<uint64_t> m_before; //!< payload placed at the beginning
    std::vector<uint64_t> m_placed; //!< payload placed from the beginning to the end
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOODPUT_METER_H */
