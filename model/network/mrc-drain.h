/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DRAIN_H
#define MRC_DRAIN_H

#include "mrc-denylist.h"
#include "mrc-fault.h"
#include "mrc-topology.h"

#include "ns3/mrc-calendar.h"
#include "ns3/mrc-denial.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which entries of a denylist keep senders off the place of a fault?
 *
 * @param fault the place, no NIC
 * @param topology the fabric
 * @return the entries, each once
 */
std::vector<Denial> DenialsOf(const Fault& fault, const Topology& topology);

/**
 * As above, of a place in words.
 *
 * @param place as Denylist::Deny
 * @param topology the fabric
 * @return the entries, each once
 * @throws std::invalid_argument naming what the place should be
 */
std::vector<Denial> DenialsOf(const std::string& place, const Topology& topology);

/**
 * Has a denylist keep senders off a fault from its drain to its end, if it has a drain
 * [drained-maintenance]. All must outlive the calls.
 */
void ScheduleDrain(Denylist& denylist,
                   Calendar& calendar,
                   const Fault& fault,
                   const Topology& topology);

} // namespace mrc
} // namespace ns3

#endif /* MRC_DRAIN_H */
