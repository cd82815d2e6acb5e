/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ECMP_FORWARDER_H
#define MRC_ECMP_FORWARDER_H

#include "mrc-flow-hash.h"
#include "mrc-forward-decision.h"

#include "ns3/mrc-address-plan.h"
#include "ns3/mrc-frame.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The NICs below a switch, in order: each downlink leads to as many. */
struct NicsBelow
{
    uint32_t first{0};       //!< number of the first
    uint32_t count{0};       //!< how many
    uint32_t perPort{1};     //!< of one downlink, 1 or more
    PortIndex port{NO_PORT}; //!< first downlink, the others follow
    uint16_t links{1};       //!< downlinks side by side, which structured EVs tell apart
    uint16_t stride{0};      //!< ports between two of these
};

/** The uplinks of a switch, each of which leads to all NICs that are not below. */
struct PortsAbove
{
    PortIndex port{NO_PORT}; //!< the first, the others follow
    uint32_t count{0};       //!< how many; 0 in the highest tier
};

/** How a switch chooses among uplinks. */
struct UplinkChoice
{
    uint64_t seed{0};    //!< of the hash [ecmp-hash]
    uint32_t divisor{0}; //!< 0: the hash chooses; else the EV's path divided by this [stev-choice]
};

/** The tables that switches of one plane of a graph have about its NICs [ecmp-tables]. */
struct GraphTables
{
    /** Some ports of a switch, side by side in `ports`. */
    struct Group
    {
        uint32_t first{0}; //!< the first of them
        uint32_t count{0}; //!< how many
    };

    std::vector<uint32_t> columns;  //!< by NIC: number of the switch that the NIC hangs on
    std::vector<PortIndex> down;    //!< by NIC: the port of that switch that leads to the NIC
    std::vector<Group> groups;      //!< by switch, and below that by column: ports that lead nearer
    std::vector<PortIndex> ports;   //!< of all groups
    std::vector<uint32_t> divisors; //!< as groups: what an EV's path is divided by there; empty if
                                    //!< the switch's UplinkChoice says so [stev-choice]
    uint32_t columnCount{0};        //!< switches on which NICs hang
};

/**
 * One switch's table without SRv6: the ports that lead to a NIC, and which of them a packet takes
 * [ecmp-hash] [stev-choice].
 *
 * The table is static: uplinks that are down go on being chosen.
 */
class EcmpForwarder
{
  public:
    EcmpForwarder() = default;

    /** @param below, above, choice the switch's ports and choice */
    EcmpForwarder(const NicsBelow& below, const PortsAbove& above, const UplinkChoice& choice)
        : m_below(below),
          m_above(above),
          m_choice(choice)
    {
    }

    /**
     * A switch of a graph.
     *
     * @param tables of the plane, not null
     * @param row of this switch in the tables' groups
     * @param choice by which it chooses among the ports of a group
     */
    EcmpForwarder(std::shared_ptr<const GraphTables> tables,
                  uint32_t row,
                  const UplinkChoice& choice)
        : m_row(row),
          m_choice(choice),
          m_graph(std::move(tables))
    {
    }

    /**
     * @param frame the packet; its hop limit falls when it is forwarded
     * @return the egress port, or why the packet is dropped
     */
    ForwardDecision Decide(Frame& frame) const
    {
        if (frame.hopLimit <= 1)
        {
            return {NO_PORT, DropReason::HOP_LIMIT};
        }
        const PortIndex port = PortFor(frame);
        if (port != NO_PORT)
        {
            --frame.hopLimit;
        }
        return {port, DropReason::NO_ROUTE};
    }

  private:
    PortIndex PortFor(const Frame& frame) const
    {
        const auto nic = static_cast<uint32_t>(frame.destination.Low());
        if (frame.destination.High() != NIC_PREFIX)
        {
            return NO_PORT;
        }
        const uint32_t offset = nic - m_below.first; // wraps around for NICs in front of the first
        if (offset >= m_below.count)
        {
            // without a call where one group of uplinks is chosen from by a hash: most do
            return m_choice.divisor == 0 && m_above.count != 0
                       ? m_above.port + Reduced(FlowHash(m_choice.seed, frame), m_above.count)
                       : Uplink(frame);
        }
        // In a T0, where most hops are, a downlink leads to one NIC: a division would cost more.
        const PortIndex port =
            m_below.port + (m_below.perPort == 1 ? offset : offset / m_below.perPort);
        return m_below.links == 1 ? port : port + LinkOf(frame) * m_below.stride;
    }

    uint32_t LinkOf(const Frame& frame) const;
    PortIndex Uplink(const Frame& frame) const;
    PortIndex PortInGraph(const Frame& frame) const;
    uint32_t TurnOf(const Frame& frame, uint32_t count, uint32_t divisor) const;

    NicsBelow m_below;
    PortsAbove m_above;
    uint32_t m_row{0}; //!< in the groups of m_graph
    UplinkChoice m_choice;
    std::shared_ptr<const GraphTables> m_graph; //!< null: members below and above count
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ECMP_FORWARDER_H */
