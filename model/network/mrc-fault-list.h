/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_LIST_H
#define MRC_FAULT_LIST_H

#include "mrc-fault.h"
#include "mrc-topology.h"

#include <istream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Reads a list of faults as a user writes it on a command line.
 *
 * Items are separated by commas. An item is PLACE@BEGIN..END or PLACE/EFFECT@BEGIN..END; `..END`
 * may be missing. Numbers are from 0.
 *
 * Places: `link:PLANE.T0.T1`, `t0:PLANE.T0`, `t1:PLANE.T1`, `port:NIC.PLANE`, `plane:PLANE`, and
 * one direction of a link: `link-up:` (from the T0), `link-down:` (to it), `port-up:` (from the
 * NIC), `port-down:` (to it). With three tiers also `t2:PLANE.T2` and
 * `upper-link:PLANE.T1.UPLINK`, `upper-link-up:`, `upper-link-down:`; T1s of a link are those of
 * its T0's pod, from 0.
 *
 * Effects: `down` (the default: the ends see it), `silent` (nothing arrives, and nobody hears of
 * it), `loss=P%` (each frame is lost with this probability), `rate=P%` (this part of the rate is
 * left); P is a decimal number above 0, up to 100.
 *
 * Times are decimal numbers with one of the units ns, us, ms and s, to a picosecond. For example
 * `link:0.1.7@1ms..2.5ms,t1:1.0/silent@3ms,link-up:0.0.1/loss=0.1%@0ns`.
 *
 * @param list the items; an empty text is an empty list
 * @param topology the fabric that has to have these planes, switches and NICs
 * @return the faults in the order of the list
 * @throws std::invalid_argument naming the item, the character (from 1) and what was expected
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

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_LIST_H */
