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
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

class LocatorBlock;
struct SegmentRules;
struct SegmentVerdict;

/**
 * One switch's segment identifiers and static routes: where does a packet go on [usid-shift]?
 *
 * Nearly all packets meet one uN with a block of 32 bits, and a neighbour behind it. For these
 * packets the shift and a dense table are written out here. All others go through the table of
 * behaviours that Srv6RoutingProtocol has too [segment-switches].
 */
class alignas(64) UsidForwarder
{
  public:
    /** A switch without SIDs, where destinations are addresses of NICs. */
    UsidForwarder() = default;

    /** @param locator48 the switch's own block and uSID: a uN without flavours */
    explicit UsidForwarder(uint64_t locator48);

    /** @param rules any SIDs and routes; the target of an END_X is an egress port */
    explicit UsidForwarder(const SegmentRules& rules);

    /**
     * Adds a static route to a neighbour.
     *
     * @param table the store that all switches of a fabric share. This switch's routes of one kind
     *        must be added one after the other, by rising index. A gap has no route
     * @param usid the uSID that the route matches, neither 0 nor the switch's own; its plane must
     *        be the switch's own
     * @param port the egress port
     */
    void AddRoute(std::vector<PortIndex>& table, Usid usid, PortIndex port);

    /**
     * Forwards a packet the short way: the switch's own uSID is active, and a neighbour's is next.
     *
     * @param frame the packet; destination and hop limit change when it is forwarded
     * @param table the store of AddRoute
     * @return the egress port; NO_PORT: Decide has to be asked
     */
    PortIndex Forward(Frame& frame, const PortIndex* table) const
    {
        const UsidCarrier destination = frame.destination;
        if (__builtin_expect(frame.hopLimit <= 1 || destination.Locator48() != m_locator48, 0))
        {
            return NO_PORT;
        }
        // Neither uSID 0 nor the switch's own has a route. The table decides about an argument
        // of 0, a zero inside and a second visit [usid-argument] [usid-repeat].
        const PortIndex port = RouteTo(destination.Next(), table);
        if (__builtin_expect(port != NO_PORT, 1))
        {
            frame.destination.Shift();
            --frame.hopLimit;
        }
        return port;
    }

    /** As Forward. @return NO_PORT also where only the table knows: then the frame is as it came */
    PortIndex ForwardByRun(Frame& frame) const
    {
        const UsidCarrier destination = frame.destination;
        if (__builtin_expect(frame.hopLimit <= 1 || destination.Locator48() != m_locator48, 0))
        {
            return NO_PORT;
        }
        const Usid usid = destination.Next();
        const Range& run = m_runs[static_cast<unsigned>(usid.Kind())];
        const uint32_t offset = run.OffsetOf(usid);
        if (__builtin_expect(offset >= run.count, 0))
        {
            return NO_PORT;
        }
        frame.destination.Shift();
        --frame.hopLimit;
        return run.PortAt(offset);
    }

    /**
     * Rewrites the destination as the SIDs ask for and looks up the way on.
     *
     * @param frame the packet; destination, hop limit and segments change when it is forwarded
     * @param table the store of AddRoute
     * @return the egress port, or why the packet is dropped; or that the packet ends here, and the
     *         one inside goes on. Then the frame is as it came
     */
    ForwardDecision Decide(Frame& frame, const PortIndex* table) const
    {
        const PortIndex port = Forward(frame, table);
        return port != NO_PORT ? ForwardDecision{port, DropReason::UNKNOWN_USID}
                               : DecideByTable(frame, table);
    }

    /**
     * Says why Decide drops a packet, for the packet's source [switch-errors].
     *
     * @param frame as the packet came
     * @param table the store of AddRoute
     * @return the error, and where it is; no error if nobody is to know
     */
    SegmentVerdict WhyNot(const Frame& frame, const PortIndex* table) const;

    /** @return whether any packet is led by a segment identifier here */
    bool HasSids() const
    {
        return m_rules != nullptr;
    }

    /** @return the block of the fabric; only of a switch with segment identifiers */
    const LocatorBlock& Block() const;

    /**
     * @return the port that Forward would most likely choose, or any; for prefetching. Nearly all
     * packets at a switch have that switch's uSID in front, so this is not looked at
     */
    PortIndex Peek(const UsidCarrier& destination, const PortIndex* table) const
    {
        const Usid usid = destination.Next();
        const Range& run = m_runs[static_cast<unsigned>(usid.Kind())];
        const uint32_t offset = run.OffsetOf(usid);
        if (__builtin_expect(offset < run.count, 1))
        {
            return run.base + offset;
        }
        const PortIndex port = RouteInTable(usid, table);
        return port == NO_PORT ? 0 : port;
    }

  private:
    /** Of m_locator48, which has 48 bits otherwise: no destination takes the short way. */
    static constexpr uint64_t NO_SHORT_WAY = uint64_t{1} << 63;

    /** The routes of one kind of uSID: those of first .. first + count - 1. */
    struct Range
    {
        uint32_t base{0};  //!< of the first route: its place in the shared table, or its port
        uint16_t first{0}; //!< the first uSID, with its kind and plane
        uint16_t count{0};

        /** @return the place of a uSID behind the first, count or more: the uSID is not among them
         */
        uint32_t OffsetOf(Usid usid) const
        {
            return static_cast<uint32_t>(usid.value) - first;
        }

        /** @return the port of a uSID; only of a run of ports */
        PortIndex PortAt(uint32_t offset) const
        {
            const PortIndex port = base + offset;
            if (port == NO_PORT)
            {
                __builtin_unreachable(); // a run is of ports: so its callers need not ask
            }
            return port;
        }
    };

    struct Hot;

    /** @return the port towards a neighbour; NO_PORT: there is no route, as to another plane */
    PortIndex RouteTo(Usid usid, const PortIndex* table) const
    {
        const Range& run = m_runs[static_cast<unsigned>(usid.Kind())];
        const uint32_t offset = run.OffsetOf(usid);
        if (__builtin_expect(offset >= run.count, 0))
        {
            return RouteInTable(usid, table);
        }
        return run.PortAt(offset);
    }

    /** @return RouteTo of a uSID that is in no run of ports */
    PortIndex RouteInTable(Usid usid, const PortIndex* table) const;

    /** @return the port towards the active uSID, if the block is the switch's own */
    PortIndex Lookup(const UsidCarrier& destination, const PortIndex* table) const
    {
        const uint64_t difference = destination.Locator48() ^ m_locator48;
        return (difference & 0xffffffff0000ULL) == 0 ? RouteTo(destination.Active(), table)
                                                     : NO_PORT;
    }

    ForwardDecision DecideByTable(Frame& frame, const PortIndex* table) const;
    PortIndex RouteOf(const UsidCarrier& destination, const PortIndex* table) const;
    bool IsBlackhole(const UsidCarrier& destination) const;

    // A packet of most fabrics touches the first line only: neighbours of a kind are at ports that
    // follow each other.
    uint64_t m_locator48{NO_SHORT_WAY};
    std::array<Range, 4> m_runs{}; //!< by UsidKind: the first routes as far as each uSID and each
                                   //!< port is the one behind that before; bases are ports
    std::shared_ptr<const SegmentRules> m_rules; //!< null: no SIDs
    alignas(64) std::array<Range, 4> m_ranges{}; //!< by UsidKind: all routes; bases are places
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have offsetof for any class

/** The layout of a UsidForwarder that speed needs. */
struct UsidForwarder::Hot
{
    static_assert(offsetof(UsidForwarder, m_runs) + sizeof(m_runs) <= 64,
                  "where ports are runs, a packet touches one line");
};

#pragma GCC diagnostic pop

} // namespace mrc
} // namespace ns3

#endif /* MRC_USID_FORWARDER_H */
