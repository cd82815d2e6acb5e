/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_PATHS_H
#define MRC_SOAK_PATHS_H

#include "soak-links.h"
#include "soak-pair.h"
#include "soak-shares.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** Can a pair get a packet there and an answer back? */
enum class Life : uint8_t
{
    LIVE,     //!< some plane has a way there that was dealt, and a way back
    SPLIT,    //!< a plane has a way there, only another one a way back: nothing is demanded
    DEAD,     //!< no plane has a way there, or none a way back
    BLACKOUT, //!< one of the NICs sends nothing (Cx8Like)
};

/** A time during which nothing changes for a pair. */
struct Stretch
{
    Instant from;
    Instant until{Instant::Never()};
    Life life{Life::LIVE};
    double rate{0};    //!< R, bytes per second
    double loss{0};    //!< of the worst live path, there or back, 0 .. 1
    bool event{false}; //!< a link that the pair may use changed at the beginning of the stretch
    bool hurt{false};  //!< some link that the pair may use has a fault
};

/**
 * Works out the stretches of a pair at each time. The class assumes:
 *
 * - A flow that crosses a T0 may take all T1s. So at worst all flows that leave a T0, or reach it,
 *   from other T0s meet on the links that this pair has left.
 * - Of the EVs of a plane that are alive, there and on both links of the T1, those in rotation
 *   are as many as seats. At worst they are those that share most uplinks. They take equal turns:
 *   the plane carries (seats / EVs on the fullest uplink) times the rate that the slowest uplink
 *   gives to a flow.
 * - Planes take equal turns: R is the number of live planes times the rate of the worst of them.
 *   With selector Single R is the rate of its one path in the worst live plane.
 * - A way back takes any uplink of the plane in which the data came, not only dealt ones
 *   (ReversePaths draws them from all). A pair with ways there and back in different planes is
 *   SPLIT: an answer that changes planes may save the pair, but nothing demands that.
 * - Answers take no part of the rate.
 * - After a NIC of the pair saw a port go down the NIC sends nothing for `blackout`.
 *
 * @param topology the fabric
 * @param epochs states of the fabric's links
 * @param shares the part of the fabric that is a flow's
 * @param pair the queue pair
 * @param blackout the longest, with the detection; 0: none
 * @return stretches without gaps from 0 to Never
 */
std::vector<Stretch> StretchesOf(const Topology& topology,
                                 const std::vector<LinkEpoch>& epochs,
                                 const FairShares& shares,
                                 const PairDeal& pair,
                                 Span blackout);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_PATHS_H */
