/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_NAMES_H
#define MRC_FAULT_NAMES_H

#include "mrc-fault.h"

#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Finds the place of a fault by the names of a graph's nodes [graph-names].
 *
 * @param words `A-B` or `A-B.N` for a link, `NAME` for a switch, `NIC.PLANE` for a port
 * @param topology a graph
 * @param fault the kind is given, the place is set; a link may be any link, so its kind is set too
 * @return whether these are names of nodes; if not they may be numbers
 * @throws std::invalid_argument if the nodes are there, but not the part that the fault is to hit
 */
bool FindByNames(const std::string& words, const Topology& topology, Fault& fault);

/** @param kind of a fault @return whether its places in a graph may have names */
bool HasNames(FaultKind kind);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_NAMES_H */
