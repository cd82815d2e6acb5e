/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_H
#define MRC_FAULT_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-impairment.h"
#include "ns3/mrc-instant.h"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class Topology;

/** Where a fault is. */
enum class FaultKind : uint8_t
{
    LINK,        //!< the link between a T0 and a T1
    T0,          //!< a T0 with all its links
    T1,          //!< a T1 with all its links
    PORT,        //!< the link between a NIC and its T0
    PLANE,       //!< all switches of a plane with all their links
    T2,          //!< a T2 with all its links
    UPPER_LINK,  //!< the link between a T1 and a T2
    T3,          //!< a T3 with all its links
    T2_LINK,     //!< the link between a T2 and a T3, or another T2
    T3_LINK,     //!< the link between two T3s
    TRANSCEIVER, //!< the links of a transceiver of a T0 [transceiver-links]
    NIC,         //!< all links of a NIC, which share its transceiver [transceiver-links]
};

/** Which directions of a link a fault is in; up is away from the NICs. */
enum class FaultDirection : uint8_t
{
    BOTH,
    UP,
    DOWN,
};

/** A part of the fabric that does not work as it should, for a while or for good. */
struct Fault
{
    FaultKind kind{FaultKind::LINK};                //!< the kind of part that is hit
    FaultDirection direction{FaultDirection::BOTH}; //!< one only of a link or PORT
    PlaneId plane{0};                               //!< the plane of that part
    uint32_t index{0};       //!< number of the switch or NIC, of a link's lower end; 0 for a plane
    uint32_t t1{0};          //!< of a link: which uplink of its lower end; of a T0: which T1 of the
                             //!< T0's pod. Of a TRANSCEIVER: which of the T0; 0 for other kinds
    Impairment impairment{}; //!< the effect of the fault
    Instant down;            //!< the begin of the fault
    std::optional<Instant> up; //!< the end of the fault, later than down; never if empty
    std::string text{};        //!< the fault in words, as written, or as a drawn fault would be
    std::optional<Span>
        drain; //!< how long before `down` senders are told to leave it; empty: never
};

/**
 * Reads a list of faults as a user writes it on a command line.
 *
 * Items are separated by commas. An item is PLACE@BEGIN..END or PLACE/EFFECT@BEGIN..END; `..END`
 * may be missing. Numbers are from 0.
 *
 * Places: `link:PLANE.T0.T1`, `t0:PLANE.T0`, `t1:PLANE.T1`, `port:NIC.PLANE` and `plane:PLANE`. One
 * direction of a link is a place too: `link-up:` (from the T0), `link-down:` (to it), `port-up:`
 * (from the NIC), `port-down:` (to it). With three tiers also `t2:PLANE.T2` and
 * `upper-link:PLANE.T1.UPLINK`, `upper-link-up:`, `upper-link-down:`; T1s of a link are those of
 * its T0's pod, from 0. In a graph also `t3:PLANE.T3`, `t2-link:PLANE.T2.UPLINK` and
 * `t3-link:PLANE.T3.UPLINK`, with `-up` and `-down` likewise.
 *
 * Effects: the ends see `down`, which is the default. With `silent` nothing arrives, and nobody
 * hears of the fault. With `loss=P%` each frame is lost with this probability. With `rate=P%` this
 * part of the rate is left. P is a decimal number above 0, up to 100.
 *
 * Times are decimal numbers with one of the units ns, us, ms and s, to a picosecond. For example
 * `link:0.1.7@1ms..2.5ms,t1:1.0/silent@3ms,link-up:0.0.1/loss=0.1%@0ns`.
 *
 * @param list the items; an empty text is an empty list
 * @param topology the fabric that has to have these planes, switches and NICs
 * @return the faults in the order of the list
 * @throws std::invalid_argument naming the item, the character (from 1) and the expected text
 */
std::vector<Fault> ReadFaultList(const std::string& list, const Topology& topology);

/**
 * Reads a file of faults: one item a line, as in a list; empty lines and `#` comments are left out.
 *
 * @param in the text
 * @param name of the file, for messages
 * @param topology the fabric that has to have these planes, switches and NICs
 * @return the faults in the order of the file
 * @throws ParseError, `file:line:column: expected ...`
 */
std::vector<Fault> ReadFaultLines(std::istream& in,
                                  const std::string& name,
                                  const Topology& topology);

/**
 * The same for a file on disk.
 *
 * @param name of the file
 * @param topology the fabric that has to have these planes, switches and NICs
 * @return the faults in the order of the file
 * @throws ParseError also if the file cannot be opened
 */
std::vector<Fault> ReadFaultFile(const std::string& name, const Topology& topology);

/**
 * @return a fault as written, and the number of links that the fault hits: `...: 2 directed links`
 */
std::string DescribeFault(const Fault& fault, const Topology& topology);

/** @return the faults as ReadFaultList takes them, `none` if there are none */
std::string TextOf(const std::vector<Fault>& faults);

/**
 * Writes faults as ReadFaultLines takes them: a plan that was drawn can be run again.
 *
 * @param out where to
 * @param faults one a line
 */
void WriteFaultLines(std::ostream& out, const std::vector<Fault>& faults);

/** @return how many directed links these faults hit; one that several hit counts once */
std::size_t CountLinks(const std::vector<Fault>& faults, const Topology& topology);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_H */
