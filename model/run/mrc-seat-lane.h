/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SEAT_LANE_H
#define MRC_SEAT_LANE_H

#include "ns3/mrc-user-moment.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which seats of a way, from a NIC to another, are empty, and will one be [several-threads]? */
class SeatLane
{
  public:
    /** @param seat a new one, which is empty */
    void Add(uint32_t seat)
    {
        m_seats.push_back(seat);
        m_empty.push_back(seat);
    }

    /** A flow takes a seat. @return the one that was left last; none: no seat is empty */
    std::optional<uint32_t> Take()
    {
        if (m_empty.empty())
        {
            return std::nullopt; // the flow comes again, once there is a new seat
        }
        m_coming -= m_coming > 0 ? 1 : 0;
        const uint32_t seat = m_empty.back();
        m_empty.pop_back();
        return seat;
    }

    /** A flow has left. @param seat of the flow */
    void Leave(uint32_t seat)
    {
        m_empty.push_back(seat);
        if (!m_leaving.empty())
        {
            m_leaving.erase(m_leaving.begin());
        }
    }

    /** A flow will leave. @param at when, not before those that were told so earlier */
    void WillLeave(const UserMoment& at)
    {
        m_leaving.push_back(at);
    }

    /**
     * A flow will take a seat, behind those that were told so earlier.
     *
     * @param at when
     * @return whether one is sure to be empty then
     */
    bool WillTake(const UserMoment& at)
    {
        // A flow that leaves at the same moment may be later.
        const auto later = std::find_if(m_leaving.begin(),
                                        m_leaving.end(),
                                        [&at](const UserMoment& one) { return !(one < at); });
        ++m_coming;
        return m_coming <= m_empty.size() + static_cast<std::size_t>(later - m_leaving.begin());
    }

    /** @return all seats */
    const std::vector<uint32_t>& Seats() const
    {
        return m_seats;
    }

  private:
    std::vector<uint32_t> m_seats;
    std::vector<uint32_t> m_empty;
    std::vector<UserMoment> m_leaving; //!< flows that are known to leave
    std::size_t m_coming{0};           //!< flows that are known to take a seat
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SEAT_LANE_H */
