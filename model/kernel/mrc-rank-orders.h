/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_ORDERS_H
#define MRC_RANK_ORDERS_H

#include <cstdint>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * What has a script ordered, which runs in each of several ranks, and may a script order something
 * now? All ranks have the same count of orders.
 */
class RankOrders
{
  public:
    /** Each rank gives an order, as each has the script. */
    void Count()
    {
        ++m_count;
    }

    /** @return how many calls and orders there were since the last window, alike in all ranks */
    uint32_t Counted() const
    {
        return m_count;
    }

    /** A window begins. */
    void Restart()
    {
        m_count = 0;
    }

    /**
     * A user of this process is told of something, or has been.
     *
     * @param isHearing whether a user is
     * @return what was so until now: a user may be told amid what another one does
     */
    bool SetHearing(bool isHearing)
    {
        return std::exchange(m_isHearing, isHearing);
    }

    /** @return whether a user of this process is told of something just now */
    bool IsHearing() const
    {
        return m_isHearing;
    }

    /**
     * @param what a script did while a user was told of something: the beginning of a sentence
     * @param others sinks that are to hear of that
     * @return why all ranks end
     */
    static std::string Refusal(const std::string& what, const std::string& others);

  private:
    uint32_t m_count{0};
    bool m_isHearing{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_ORDERS_H */
