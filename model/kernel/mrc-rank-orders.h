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
 * What has a script ordered, which runs in each of several ranks? All ranks have the same count of
 * orders. What a rank does about users says whether others hear at once of what comes of an order.
 */
class RankOrders
{
  public:
    /** What does this process do about users just now? */
    enum class Part : uint8_t
    {
        NONE,  //!< neither: in ordinary events, and in reports of ports behind a window
        TELLS, //!< the process acts, and others wait for what users hear
        HEARS, //!< a user is told of something, in all processes
    };

    class Acting;

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

    /** @return what this process does about users just now */
    Part Now() const
    {
        return m_part;
    }

    /**
     * @param what a script did while a user was told of something: the beginning of a sentence
     * @param others sinks that are to hear of that
     * @return why all ranks end
     */
    static std::string Refusal(const std::string& what, const std::string& others);

  private:
    uint32_t m_count{0};
    Part m_part{Part::NONE};
};

/** While this exists, a process does something else about users: one may be told amid another. */
class RankOrders::Acting
{
  public:
    /**
     * @param orders of the process; must outlive this
     * @param part that the process has
     */
    Acting(RankOrders& orders, Part part)
        : m_orders(orders),
          m_before(std::exchange(orders.m_part, part))
    {
    }

    ~Acting()
    {
        m_orders.m_part = m_before;
    }

    Acting(const Acting&) = delete;
    Acting& operator=(const Acting&) = delete;

  private:
    RankOrders& m_orders;
    Part m_before;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_ORDERS_H */
