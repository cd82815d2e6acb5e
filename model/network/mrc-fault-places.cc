/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-places.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** One row for each word: where it stands, and which ports it is about. */
const SwitchPlaces ROWS[] = {
    {FaultKind::LINK, "link:", NodeKind::T0, PortKind::T0_UP},
    {FaultKind::UPPER_LINK, "upper-link:", NodeKind::T1, PortKind::T1_UP},
    {FaultKind::T2_LINK, "t2-link:", NodeKind::T2, PortKind::T2_UP},
    {FaultKind::T3_LINK, "t3-link:", NodeKind::T3, PortKind::T3_UP},
    {FaultKind::T0, "t0:", NodeKind::T0, std::nullopt},
    {FaultKind::T1, "t1:", NodeKind::T1, std::nullopt},
    {FaultKind::T2, "t2:", NodeKind::T2, std::nullopt},
    {FaultKind::T3, "t3:", NodeKind::T3, std::nullopt},
};

template <class Fits>
const SwitchPlaces*
Find(Fits fits)
{
    for (const SwitchPlaces& row : ROWS)
    {
        if (fits(row))
        {
            return &row;
        }
    }
    return nullptr;
}

} // namespace

const SwitchPlaces*
SwitchPlacesOf(FaultKind kind)
{
    return Find([kind](const SwitchPlaces& row) { return row.kind == kind; });
}

const SwitchPlaces*
PlacesOfTier(NodeKind tier)
{
    return Find([tier](const SwitchPlaces& row) { return row.owner == tier && !row.links; });
}

const SwitchPlaces*
PlacesOfUplinks(PortKind uplinks)
{
    return Find([uplinks](const SwitchPlaces& row) { return row.links == uplinks; });
}

} // namespace mrc
} // namespace ns3
