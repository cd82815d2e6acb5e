/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_PLACES_H
#define MRC_FAULT_PLACES_H

#include "mrc-fault.h"
#include "mrc-topology.h"

#include <optional>

namespace ns3
{
namespace mrc
{

/** A kind of places that are switches of one tier, or uplinks of such switches. */
struct SwitchPlaces
{
    FaultKind kind;                //!< as a fault has it
    const char* word;              //!< of the kind, with its colon
    NodeKind owner;                //!< the switches
    std::optional<PortKind> links; //!< the uplinks; none: the switches themselves
};

/**
 * @param kind of places
 * @return the row of that kind; null: places of the kind are neither switches nor uplinks
 */
const SwitchPlaces* SwitchPlacesOf(FaultKind kind);

/**
 * @param tier of switches
 * @return the row of faults of a whole switch of the tier; null for NICs
 */
const SwitchPlaces* PlacesOfTier(NodeKind tier);

/**
 * @param uplinks a kind of ports
 * @return the row of faults of links with such a port at the lower end; null: there is none
 */
const SwitchPlaces* PlacesOfUplinks(PortKind uplinks);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_PLACES_H */
