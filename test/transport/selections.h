/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_SELECTIONS_H
#define MRC_TEST_SELECTIONS_H

#include "ns3/mrc-qp-config.h"

namespace ns3
{
namespace mrc
{
namespace test
{

/** Every path selector. */
constexpr PathSelection ALL_SELECTIONS[] = {PATH_SELECTION_MRC,
                                            PATH_SELECTION_OBLIVIOUS,
                                            PATH_SELECTION_RANDOM,
                                            PATH_SELECTION_BITMAP,
                                            PATH_SELECTION_REPS,
                                            PATH_SELECTION_SINGLE};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_SELECTIONS_H */
