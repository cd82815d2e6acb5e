/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_LIST_H
#define MRC_FAULT_LIST_H

#include "mrc-topology.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** What a fault takes down. */
enum class FaultKind : uint8_t
{
    LINK, //!< the link between a T0 and a T1
    T0,   //!< a T0 with all its links
    T1,   //!< a T1 with all its links
    PORT, //!< the link between a NIC and its T0
};

/** Something that stops working for a while, or for good. */
struct Fault
{
    FaultKind kind;
    PlaneId plane;
    uint32_t index;            //!< number of the T0 (also of a link's), T1 or NIC
    uint32_t t1;               //!< number of the link's T1; 0 for other kinds
    Instant down;              //!< when it stops
    std::optional<Instant> up; //!< when it works again, later than down; never if empty
};

/**
 * Reads a list of faults as a user writes it on a command line.
 *
 * Items are separated by commas: `link:PLANE.T0.T1@DOWN..UP`, `t0:PLANE.T0@DOWN..UP`,
 * `t1:PLANE.T1@DOWN..UP` or `port:NIC.PLANE@DOWN..UP`; `..UP` may be missing. Numbers are from 0.
 * Times are decimal numbers with one of the units ns, us, ms and s, to a picosecond. For example
 * `link:0.1.7@1ms..2.5ms,t1:1.0@3ms`.
 *
 * @param list the items; an empty text is an empty list
 * @param topology the fabric that has to have these planes, switches and NICs
 * @return the faults in the order of the list
 * @throws std::invalid_argument naming the item, the character (from 1) and what was expected
 */
std::vector<Fault> ReadFaultList(const std::string& list, const Topology& topology);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_LIST_H */
