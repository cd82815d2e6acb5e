/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_PATH_DEAL_H
#define MRC_TEST_PATH_DEAL_H

#include "ns3/mrc-path-table.h"

namespace ns3
{
namespace mrc
{
namespace test
{

constexpr Span RTT = Micros(6);

/** @return EVs that are active and in reserve, everything else as it is */
inline EvConfig
Config(uint16_t active, uint16_t backup)
{
    EvConfig config;
    config.active = active;
    config.backup = backup;
    return config;
}

/** @return the parts that EVs are dealt from */
inline PathDeal
Deal(uint32_t planes, uint32_t uplinks, uint64_t key = 1)
{
    return {planes, uplinks, RTT, KeyedDraws(key)};
}

/** @return so long after the start */
inline Instant
At(Span span)
{
    return Instant() + span;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_PATH_DEAL_H */
