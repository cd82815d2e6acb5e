/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Compiled into a library of its own, libmrc-scotch, where the build has Scotch; else there is
// nothing here.

#ifdef MRC_HAS_SCOTCH

#include "mrc-weighed-graph.h"

// The header of Scotch needs both before it.
#include <cstdint>
#include <cstdio>
#include <scotch.h>

namespace
{

/** @return the numbers in the type of Scotch, which Debian builds with 32 bits and others may not
 */
std::vector<SCOTCH_Num>
NumbersOf(const std::vector<int32_t>& numbers)
{
    return {numbers.begin(), numbers.end()};
}

} // namespace

/** What ScotchParts looks for. The same graph has the same parts, as all ranks divide alike. */
extern "C" bool
MrcCutByScotch(const ns3::mrc::WeighedGraph& graph, uint32_t parts, int32_t* out)
{
    std::vector<SCOTCH_Num> firsts = NumbersOf(graph.firsts);
    std::vector<SCOTCH_Num> arcs = NumbersOf(graph.arcs);
    std::vector<SCOTCH_Num> costs = NumbersOf(graph.costs);
    std::vector<SCOTCH_Num> loads = NumbersOf(graph.loads);
    std::vector<SCOTCH_Num> found(loads.size());
    SCOTCH_Graph whole;
    SCOTCH_Strat strategy;
    SCOTCH_randomReset();
    SCOTCH_graphInit(&whole);
    SCOTCH_stratInit(&strategy);
    const bool isDone =
        SCOTCH_graphBuild(&whole,
                          0,
                          static_cast<SCOTCH_Num>(loads.size()),
                          firsts.data(),
                          nullptr,
                          loads.data(),
                          nullptr,
                          static_cast<SCOTCH_Num>(arcs.size()),
                          arcs.data(),
                          costs.data()) == 0 &&
        SCOTCH_stratGraphMapBuild(&strategy, SCOTCH_STRATQUALITY, parts, 0.05) == 0 &&
        SCOTCH_graphPart(&whole, parts, &strategy, found.data()) == 0;
    SCOTCH_stratExit(&strategy);
    SCOTCH_graphExit(&whole);
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        out[i] = static_cast<int32_t>(found[i]);
    }
    return isDone;
}

#endif
