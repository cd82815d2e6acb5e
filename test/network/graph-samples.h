/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GRAPH_SAMPLES_H
#define GRAPH_SAMPLES_H

namespace ns3
{
namespace mrc
{
namespace test
{

/** Two T0s with eight links, of which three are side by side, over T1s and beside them. */
inline const char* const THICK =
    "graph { edge [rate=100Gbps, delay=125ns]; node [role=nic]; a; b; c; d\n"
    "node [role=switch]; left -- a; left -- b; right -- c; right -- d\n"
    "left -- x; left -- x; left -- x; x -- right; x -- right\n"
    "left -- y -- right }";

/** Five switches in a ring, without tiers, each with a NIC; one NIC has its own second plane. */
inline const char* const RING =
    "graph { edge [rate=100Gbps]; node [role=nic]; n0; n1; n2; n3; n4\n"
    "node [role=switch]\n"
    "n0 -- s0; n1 -- s1; n2 -- s2; n3 -- s3; n4 -- s4\n"
    "s0 -- s1 -- s2 -- s3 -- s4 -- s0 [delay=1us]\n"
    "big -- n0; big -- n1; big -- n2; big -- n3; small -- n4; small -- big }";

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* GRAPH_SAMPLES_H */
