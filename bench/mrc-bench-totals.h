/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BENCH_TOTALS_H
#define MRC_BENCH_TOTALS_H

#include "mrc-bench-measure.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-rank-tally.h"

#include <cstdio>

/**
 * @param network a network; ranks all ask at once
 * @return what all of its links have done, whichever process has them
 */
inline ns3::mrc::FabricTotals
TotalsOf(ns3::mrc::Network& network)
{
    return ns3::mrc::RankTally(network.Engine().fabric.State()).Totals();
}

/**
 * Adds packet-hops, marks, trims, drops and the fingerprint.
 *
 * @param line to which they are added
 * @param totals what all links have done
 */
inline void
AddTotals(JsonLine& line, const ns3::mrc::FabricTotals& totals)
{
    char fingerprint[17];
    std::snprintf(fingerprint,
                  sizeof(fingerprint),
                  "%016llx",
                  static_cast<unsigned long long>(totals.fingerprint));
    line.Add("hops", totals.frames)
        .Add("marks", totals.marks)
        .Add("trims", totals.trims)
        .Add("drops", totals.drops)
        .AddText("fingerprint", fingerprint);
}

#endif /* MRC_BENCH_TOTALS_H */
