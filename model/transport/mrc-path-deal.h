/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_DEAL_H
#define MRC_PATH_DEAL_H

#include "mrc-qp-config.h"
#include "mrc-queue-pair-user.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

struct QueuePairCounters;

/** The values that a path table is dealt from. */
struct PathDeal
{
    uint32_t planes;                      //!< network planes, 1 .. MAX_PLANES
    uint32_t uplinks;                     //!< paths of a plane
    Span skipLapse;                       //!< a SKIP ends after this
    KeyedDraws draws;                     //!< order of the deal
    const QueuePairWatch* watch{nullptr}; //!< hears of changes, must outlive the table; null: none
    QueuePairCounters* counters{nullptr}; //!< counts events that are not told to a user; null: none
};

/** @return EVs of one plane, rounded up: all planes have as many [ev-sets] */
inline uint32_t
EvsPerPlane(uint32_t evs, uint32_t planes)
{
    return (evs + planes - 1) / planes;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_DEAL_H */
