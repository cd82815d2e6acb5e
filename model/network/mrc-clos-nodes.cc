/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-clos-nodes.h"

namespace ns3
{
namespace mrc
{

uint32_t
ClosNodes::Count() const
{
    return m_spec.nics +
           m_spec.planes * (m_tiers.T0sPerPlane() + m_tiers.T1sPerPlane() + m_tiers.T2sPerPlane());
}

NodePlace
ClosNodes::PlaceOf(uint32_t node) const
{
    if (node < m_spec.nics)
    {
        return {NodeKind::NIC, 0, node};
    }
    // Kinds follow one another: each subtraction leaves the number among the kinds that are left.
    const uint32_t t0 = node - m_spec.nics;
    const uint32_t allT0s = m_spec.planes * m_tiers.T0sPerPlane();
    if (t0 < allT0s)
    {
        return {NodeKind::T0,
                static_cast<PlaneId>(t0 / m_tiers.T0sPerPlane()),
                t0 % m_tiers.T0sPerPlane()};
    }
    const uint32_t t1 = t0 - allT0s;
    const uint32_t allT1s = m_spec.planes * m_tiers.T1sPerPlane();
    if (t1 < allT1s)
    {
        return {NodeKind::T1,
                static_cast<PlaneId>(t1 / m_tiers.T1sPerPlane()),
                t1 % m_tiers.T1sPerPlane()};
    }
    const uint32_t t2 = t1 - allT1s;
    return {NodeKind::T2,
            static_cast<PlaneId>(t2 / m_tiers.T2sPerPlane()),
            t2 % m_tiers.T2sPerPlane()};
}

uint32_t
ClosNodes::At(const NodePlace& place) const
{
    switch (place.kind)
    {
    case NodeKind::T0:
        CheckExists("plane", place.plane, m_spec.planes);
        CheckExists("T0", place.index, m_tiers.T0sPerPlane());
        return m_spec.nics + place.plane * m_tiers.T0sPerPlane() + place.index;
    case NodeKind::T1:
        CheckExists("plane", place.plane, m_spec.planes);
        CheckExists("T1", place.index, m_tiers.T1sPerPlane());
        return m_spec.nics + m_spec.planes * m_tiers.T0sPerPlane() +
               place.plane * m_tiers.T1sPerPlane() + place.index;
    case NodeKind::T2:
        CheckExists("plane", place.plane, m_spec.planes);
        CheckExists("T2", place.index, m_tiers.T2sPerPlane());
        return m_spec.nics + m_spec.planes * (m_tiers.T0sPerPlane() + m_tiers.T1sPerPlane()) +
               place.plane * m_tiers.T2sPerPlane() + place.index;
    case NodeKind::T3:
        RefuseNumber("T3", place.index, 0); // of graphs only
    case NodeKind::NIC:
        break;
    }
    // A NIC is in all planes, so the plane of its place does not count.
    CheckExists("NIC", place.index, m_spec.nics);
    return place.index;
}

} // namespace mrc
} // namespace ns3
