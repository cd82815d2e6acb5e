/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-profile.h"

#include "ns3/pointer.h"

namespace ns3
{
namespace mrc
{

void
FabricProfile::AddPolicies(TypeId tid)
{
    tid.AddAttribute(
        "AdmissionFactory",
        "A factory of a user's own trim or drop policy, used instead of DataLimit and such at the "
        "ports of switches: a pointer, or ns3::Name[Attribute=Value|...]; none: limits count "
        "[queue-limits]",
        PointerValue(),
        MakePointerAccessor(&FabricProfile::SetAdmissionFactory,
                            &FabricProfile::GetAdmissionFactory),
        MakePointerChecker<AdmissionFactory>());
    tid.AddAttribute(
        "MarkerFactory",
        "A factory of a user's own ECN marker, used instead of RED at the ports that mark: a "
        "pointer, or ns3::Name[Attribute=Value|...]; none: RED marks [ecn-marking]",
        PointerValue(),
        MakePointerAccessor(&FabricProfile::SetMarkerFactory, &FabricProfile::GetMarkerFactory),
        MakePointerChecker<MarkerFactory>());
}

void
FabricProfile::SetAdmissionFactory(Ptr<AdmissionFactory> factory)
{
    m_admission = factory;
    m_config.admission.reset();
    if (factory)
    {
        m_config.admission = std::make_shared<const AdmissionMaker>(
            // The fabric knows no Object, so it gets a function. The copy of the pointer keeps the
            // factory for as long as a network may ask.
            [factory](const PolicySeat& seat) { return factory->Create(seat); });
    }
}

Ptr<AdmissionFactory>
FabricProfile::GetAdmissionFactory() const
{
    return m_admission;
}

void
FabricProfile::SetMarkerFactory(Ptr<MarkerFactory> factory)
{
    m_marker = factory;
    m_config.marking.reset();
    if (factory)
    {
        m_config.marking = std::make_shared<const MarkingMaker>(
            [factory](const PolicySeat& seat) { return factory->Create(seat); });
    }
}

Ptr<MarkerFactory>
FabricProfile::GetMarkerFactory() const
{
    return m_marker;
}

} // namespace mrc
} // namespace ns3
