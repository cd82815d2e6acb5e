/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic-pair.h"

#include "ns3/fatal-error.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** A fatal error for a NIC that the fabric does not have. */
void
CheckNic(const Topology& topology, const char* role, uint32_t nic)
{
    if (nic >= topology.Spec().nics)
    {
        NS_FATAL_ERROR("the " << role << " NIC " << nic
                              << " does not exist; the fabric has NICs 0 .. "
                              << topology.Spec().nics - 1);
    }
}

} // namespace

void
CheckNicPair(const Topology& topology, uint32_t source, uint32_t destination)
{
    CheckNic(topology, "source", source);
    CheckNic(topology, "destination", destination);
    if (source == destination)
    {
        NS_FATAL_ERROR("NIC " << source << " cannot be connected to itself");
    }
}

} // namespace mrc
} // namespace ns3
