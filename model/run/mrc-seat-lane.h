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
        EndComing();
        const uint32_t seat = m_empty.back();
        m_empty.pop_back();
        return seat;
    }

    /** A flow has left. @param seat of the flow */
    void Leave(uint32_t seat)
    {
        m_empty.push_back(seat);
        const auto known = std::find_if(m_leaving.begin(),
                                        m_leaving.end(),
                                        [seat](const Leaving& one) { return one.seat == seat; });
        if (known != m_leaving.end())
        {
            m_leaving.erase(known);
        }
    }

    /**
     * A flow will leave.
     *
     * @param seat of the flow
     * @param at when, not before those that were told so earlier
     * @param keep is called with the seat, and each moment at which another flow may take it
     */
    template <typename Keep>
    void WillLeave(uint32_t seat, const UserMoment& at, Keep keep)
    {
        m_leaving.push_back({at, seat});
        for (std::size_t i = m_here; i < m_coming.size(); ++i)
        {
            if (!(m_coming[i] < at))
            {
                keep(seat, m_coming[i]);
            }
        }
    }

    /**
     * A flow will take a seat, behind those that were told so earlier.
     *
     * @param at when
     * @param keep is called with each seat that the flow may get, and the moment. Those of flows
     *        that are not known to leave yet follow by WillLeave
     * @return whether one is sure to be empty then
     */
    template <typename Keep>
    bool WillTake(const UserMoment& at, Keep keep)
    {
        m_coming.push_back(at);
        std::size_t leaving = 0;
        for (const Leaving& one : m_leaving)
        {
            // A flow that leaves at the same moment may be later.
            leaving += one.at < at ? 1 : 0;
            keep(one.seat, at);
        }
        // Seats that are left meanwhile are taken first, so each flow that comes reaches one more.
        const std::size_t coming = m_coming.size() - m_here;
        const std::size_t reached = std::min(coming, m_empty.size());
        std::for_each(m_empty.rbegin(),
                      m_empty.rbegin() + static_cast<std::ptrdiff_t>(reached),
                      [&](uint32_t seat) { keep(seat, at); });
        return coming <= m_empty.size() + leaving;
    }

    /** @return all seats */
    const std::vector<uint32_t>& Seats() const
    {
        return m_seats;
    }

  private:
    /** A flow that is known to leave. */
    struct Leaving
    {
        UserMoment at;
        uint32_t seat;
    };

    /**
     * A flow took its seat. Entries of such flows are erased once they are half of all, so that
     * each is moved once in the mean.
     */
    void EndComing()
    {
        m_here += m_here < m_coming.size() ? 1 : 0;
        if (2 * m_here >= m_coming.size())
        {
            m_coming.erase(m_coming.begin(),
                           m_coming.begin() + static_cast<std::ptrdiff_t>(m_here));
            m_here = 0;
        }
    }

    std::vector<uint32_t> m_seats;
    std::vector<uint32_t> m_empty;
    std::vector<Leaving> m_leaving;
    std::vector<UserMoment> m_coming; //!< of flows that are known to take a seat
    std::size_t m_here{0};            //!< so many of them have it, the first ones
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SEAT_LANE_H */
