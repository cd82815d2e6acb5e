/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RUN_ORIGIN_H
#define MRC_RUN_ORIGIN_H

#include <string>

namespace ns3
{
namespace mrc
{

/** @return the numbers that make this run repeatable, ns-3's seed and run number: `seed 1 run 7` */
std::string RunOrigin();

} // namespace mrc
} // namespace ns3

#endif /* MRC_RUN_ORIGIN_H */
