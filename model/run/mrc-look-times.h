/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOOK_TIMES_H
#define MRC_LOOK_TIMES_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * At which simulated times is a run judged? At the multiples of an interval that follows from the
 * workload alone, so that no verdict depends on the speed of the machine.
 */
class LookTimes
{
  public:
    /**
     * @param stall simulated time without a byte after which a run is given up; 0: never
     * @param transfers how many there are to look at; with more of them looks are rarer
     */
    LookTimes(Time stall, uint32_t transfers);

    /**
     * @param now the simulated time
     * @return the first time to look at after this one; at most a twentieth of the limit later
     */
    Time After(Time now) const;

  private:
    int64_t m_steps; //!< of ns-3's resolution, from one look to the next
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOOK_TIMES_H */
