/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-clos-ports.h"

namespace ns3
{
namespace mrc
{

// The largest fabric that Validate admits has 8 planes of 2048 x 2048 NICs, links to T1s and links
// to T2s. Such a fabric has less than 2^28 ports, so that 32 bits hold every number below.
ClosPorts::ClosPorts(const TopologySpec& spec, const TopologyTiers& tiers)
    : m_spec(spec),
      m_tiers(tiers)
{
    m_pods = m_spec.PodsPerPlane();
    const uint32_t access = m_spec.nics * m_spec.planes;
    const uint32_t trunk = m_spec.planes * m_tiers.T0sPerPlane() * m_spec.T0Uplinks();
    const uint32_t upper = m_spec.planes * m_tiers.T2sPerPlane() * m_pods;
    // Access ports come twice: those of the NICs, then the T0 downlinks at their far ends. Trunk
    // ports are T0 uplinks, then T1 downlinks, and so on.
    m_firstUp = 2 * access;
    m_firstT1Down = m_firstUp + trunk;
    m_firstT1Up = m_firstT1Down + trunk;
    m_firstT2Down = m_firstT1Up + upper;
    m_end = m_firstT2Down + upper;
}

PortPlace
ClosPorts::PlaceOf(uint32_t port) const
{
    const uint32_t access = m_spec.nics * m_spec.planes;
    if (port < access)
    {
        return {PortKind::NIC, static_cast<PlaneId>(port % m_spec.planes), port / m_spec.planes, 0};
    }
    if (port < m_firstUp)
    {
        // NICs fill the T0s in order, so the downlinks of a plane are in the order of their NICs.
        const uint32_t nic = (port - access) % m_spec.nics;
        return {PortKind::T0_DOWN,
                static_cast<PlaneId>((port - access) / m_spec.nics),
                m_tiers.T0Of(nic),
                nic % m_spec.nicsPerT0};
    }
    if (port >= m_firstT1Down && port < m_firstT1Up)
    {
        return T1DownAt(port - m_firstT1Down);
    }

    // The others have as many ports on every switch, and are ordered by plane, switch and link.
    struct Range
    {
        PortKind kind;
        uint32_t first;
        uint32_t owners; // of a plane
        uint32_t links;  // of an owner
    };

    const Range range =
        port < m_firstT1Down
            ? Range{PortKind::T0_UP, m_firstUp, m_tiers.T0sPerPlane(), m_spec.T0Uplinks()}
        : port < m_firstT2Down
            ? Range{PortKind::T1_UP, m_firstT1Up, m_tiers.T1sPerPlane(), m_spec.t1Uplinks}
            : Range{PortKind::T2_DOWN, m_firstT2Down, m_tiers.T2sPerPlane(), m_pods};
    const uint32_t offset = port - range.first;
    return {range.kind,
            static_cast<PlaneId>(offset / range.links / range.owners),
            offset / range.links % range.owners,
            offset % range.links};
}

/** The pods before one are full, so that its T1s' downlinks begin behind those of full pods. */
PortPlace
ClosPorts::T1DownAt(uint32_t offset) const
{
    const uint32_t perPlane = m_tiers.T0sPerPlane() * m_spec.T0Uplinks(); // each ends at a T1
    const uint32_t perPod = m_tiers.T0sPerPod() * m_spec.T0Uplinks();
    const uint32_t inPlane = offset % perPlane;
    const uint32_t firstT1 = inPlane / perPod * m_spec.t1Count;
    const uint32_t links = m_tiers.DownlinksOfT1(firstT1);
    return {PortKind::T1_DOWN,
            static_cast<PlaneId>(offset / perPlane),
            firstT1 + inPlane % perPod / links,
            inPlane % perPod % links};
}

uint32_t
ClosPorts::At(const PortPlace& place) const
{
    const uint32_t plane = place.plane;
    CheckExists("plane", plane, m_spec.planes);
    switch (place.kind)
    {
    case PortKind::T0_DOWN:
        CheckExists("downlink", place.link, m_tiers.DownlinksOfT0(place.owner));
        // Before the downlinks of this plane are all NIC ports and the downlinks of lower planes.
        return m_spec.nics * (m_spec.planes + plane) + place.owner * m_spec.nicsPerT0 + place.link;
    case PortKind::T0_UP:
        CheckExists("T0", place.owner, m_tiers.T0sPerPlane());
        CheckExists("uplink", place.link, m_spec.T0Uplinks());
        return m_firstUp + (plane * m_tiers.T0sPerPlane() + place.owner) * m_spec.T0Uplinks() +
               place.link;
    case PortKind::T1_DOWN: {
        const uint32_t links = m_tiers.DownlinksOfT1(place.owner);
        CheckExists("downlink", place.link, links);
        const uint32_t inPod = place.owner % m_spec.t1Count;
        const uint32_t before =
            (place.owner - inPod) * m_tiers.T0sPerPod(); // of the plane's earlier pods
        return m_firstT1Down + plane * m_tiers.T0sPerPlane() * m_spec.T0Uplinks() + before +
               inPod * links + place.link;
    }
    case PortKind::T1_UP:
        CheckExists("T1", place.owner, m_tiers.T1sPerPlane());
        CheckExists("uplink", place.link, m_spec.t1Uplinks);
        return m_firstT1Up + (plane * m_tiers.T1sPerPlane() + place.owner) * m_spec.t1Uplinks +
               place.link;
    case PortKind::T2_DOWN:
        CheckExists("T2", place.owner, m_tiers.T2sPerPlane());
        CheckExists("downlink", place.link, m_pods); // one to each pod
        return m_firstT2Down + (plane * m_tiers.T2sPerPlane() + place.owner) * m_pods + place.link;
    case PortKind::T2_UP:
    case PortKind::T3_DOWN:
    case PortKind::T3_UP:
        RefuseNumber("T2 uplink or T3", place.owner, 0); // of graphs only
    case PortKind::NIC:
        break;
    }
    CheckExists("NIC", place.owner, m_spec.nics);
    return place.owner * m_spec.planes + plane;
}

/** Planes never touch, so both ends have one plane. */
uint32_t
ClosPorts::PeerOf(const PortPlace& place) const
{
    switch (place.kind)
    {
    case PortKind::NIC:
        return At({PortKind::T0_DOWN,
                   place.plane,
                   m_tiers.T0Of(place.owner),
                   place.owner % m_spec.nicsPerT0});
    // Within a pod uplink t of T0 s leads to T1 t, and downlink s of T1 t leads back: the numbers
    // swap. Behind the first links of all pairs come the second ones, and so on [parallel-links].
    case PortKind::T0_UP: {
        const uint32_t pod = place.owner / m_tiers.T0sPerPod();
        return At({PortKind::T1_DOWN,
                   place.plane,
                   pod * m_spec.t1Count + place.link % m_spec.t1Count,
                   place.link / m_spec.t1Count * m_tiers.T0sPerPod() +
                       place.owner % m_tiers.T0sPerPod()});
    }
    case PortKind::T1_DOWN: {
        const uint32_t pod = place.owner / m_spec.t1Count;
        return At(
            {PortKind::T0_UP,
             place.plane,
             pod * m_tiers.T0sPerPod() + place.link % m_tiers.T0sPerPod(),
             place.link / m_tiers.T0sPerPod() * m_spec.t1Count + place.owner % m_spec.t1Count});
    }
    // T1 i of every pod has the T2s from i * t1Uplinks on, and each T2 has the pods in order.
    case PortKind::T1_UP:
        return At({PortKind::T2_DOWN,
                   place.plane,
                   place.owner % m_spec.t1Count * m_spec.t1Uplinks + place.link,
                   place.owner / m_spec.t1Count});
    case PortKind::T2_DOWN:
        return At({PortKind::T1_UP,
                   place.plane,
                   place.link * m_spec.t1Count + place.owner / m_spec.t1Uplinks,
                   place.owner % m_spec.t1Uplinks});
    default: // T0_DOWN
        break;
    }
    return At({PortKind::NIC, place.plane, place.owner * m_spec.nicsPerT0 + place.link, 0});
}

} // namespace mrc
} // namespace ns3
