/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROUTE_TABLE_H
#define MRC_ROUTE_TABLE_H

#include "mrc-next-hops.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The extent of rewriting a table. */
struct RouteWriting
{
    uint64_t entries{0}; //!< that differ
    Instant done;        //!< when the last of them is in force
};

/** Which ports does one switch use towards a destination now, while entries are rewritten? */
class RouteTable
{
  public:
    RouteTable() = default;

    /** @param groups by column, in force from the start */
    explicit RouteTable(std::vector<PortGroup> groups);

    /**
     * @param column number of the destination's switch
     * @param now the time, which never falls
     * @return the ports in force
     */
    const std::vector<PortIndex>& At(uint32_t column, Instant now)
    {
        if (!m_coming.empty())
        {
            Settle(now);
        }
        return *m_inForce[column];
    }

    /**
     * Rewrites the entries that differ, one after the other, behind those that are being written
     * [fib-writing].
     *
     * @param wanted by column, the whole table
     * @param now when the first one may begin
     * @param entryTime draws how long one entry takes
     * @return how many there are, and until when that takes
     */
    RouteWriting Write(const std::vector<PortGroup>& wanted,
                       Instant now,
                       const std::function<Span()>& entryTime);

  private:
    /** An entry on its way into the table. */
    struct Coming
    {
        Instant at;
        uint32_t column;
        PortGroup group;
    };

    void Settle(Instant now);

    std::vector<PortGroup> m_inForce;
    std::vector<PortGroup> m_last; //!< once all is written
    std::deque<Coming> m_coming;   //!< by rising time
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROUTE_TABLE_H */
