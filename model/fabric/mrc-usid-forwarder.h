/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_USID_FORWARDER_H
#define MRC_USID_FORWARDER_H

#include "mrc-forward-decision.h"
#include "mrc-port-state.h"

#include "ns3/mrc-frame.h"
#include "ns3/mrc-usid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * One switch's uN behaviour and static /48 table (RFC 9800 sec. 4.1) [usid-shift].
 *
 * The table is dense: the entries of one kind of uSID lie side by side by their index.
 */
class alignas(64) UsidForwarder
{
  public:
    UsidForwarder() = default;

    /** @param locator48 the switch's own block and uSID */
    explicit UsidForwarder(uint64_t locator48)
        : m_locator48(locator48)
    {
    }

    /**
     * Adds a static route.
     *
     * @param table the store that all switches of a fabric share; this switch's routes of one kind
     *        must be added one after the other, by rising index; a gap has no route
     * @param usid the uSID that the route matches; its plane must be the switch's own
     * @param port the egress port
     */
    void AddRoute(std::vector<PortIndex>& table, Usid usid, PortIndex port);

    /**
     * Rewrites the destination as uN does and looks up the way on [usid-repeat].
     *
     * @param frame the packet; destination and hop limit change when it is forwarded
     * @param table the store of AddRoute
     * @return the egress port, or why the packet is dropped
     */
    ForwardDecision Decide(Frame& frame, const PortIndex* table) const
    {
        if (frame.hopLimit <= 1)
        {
            return {NO_PORT, DropReason::HOP_LIMIT};
        }
        UsidCarrier destination = frame.destination;
        while (destination.Locator48() == m_locator48)
        {
            // The whole argument is tested, not only its first 16 bits (RFC 9800 sec. 4.1)
            // [usid-argument].
            if (!destination.HasArgument())
            {
                return {NO_PORT, DropReason::END_OF_CARRIER};
            }
            destination = destination.Shifted();
        }
        const PortIndex port = Lookup(destination, table);
        if (port != NO_PORT)
        {
            frame.destination = destination;
            --frame.hopLimit;
        }
        return {port, DropReason::UNKNOWN_USID};
    }

    /** @return the port that Decide would most likely choose; for prefetching */
    PortIndex Peek(const UsidCarrier& destination, const PortIndex* table) const
    {
        return Lookup(destination.Locator48() == m_locator48 ? destination.Shifted() : destination,
                      table);
    }

  private:
    /** The routes of one kind of uSID: those of indices first .. first + count - 1. */
    struct Range
    {
        uint32_t base{0};  //!< of the first route in the shared table
        uint16_t first{0}; //!< index of the first uSID
        uint16_t count{0};
    };

    PortIndex Lookup(const UsidCarrier& destination, const PortIndex* table) const
    {
        const Usid usid = destination.Active();
        const Range& range = m_ranges[static_cast<unsigned>(usid.Kind())];
        const uint32_t offset = usid.Index() - range.first;
        // Block and plane are the same as ours, or there is no route.
        const uint64_t difference = destination.Locator48() ^ m_locator48;
        if ((difference & 0xffffffff3800ULL) != 0 || offset >= range.count)
        {
            return NO_PORT;
        }
        return table[range.base + offset];
    }

    uint64_t m_locator48{0};
    std::array<Range, 4> m_ranges{}; //!< by UsidKind
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_USID_FORWARDER_H */
