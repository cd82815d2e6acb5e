/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-policies.h"

#include "ns3/fatal-error.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Puts a policy in its place, or ends the program if there is none. */
template <class Policy>
void
Put(std::vector<std::unique_ptr<Policy>>& policies,
    PortIndex port,
    std::unique_ptr<Policy> policy,
    const char* attribute)
{
    if (policy == nullptr)
    {
        NS_FATAL_ERROR("ns3::mrc::FabricProfile::" << attribute << " made nothing for port " << port
                                                   << "; expected a policy");
    }
    // Policies stand by port, and ports come in any order.
    if (policies.size() <= port)
    {
        policies.resize(port + 1);
    }
    policies[port] = std::move(policy);
}

} // namespace

void
PortPolicies::SetAdmission(PortIndex port, std::unique_ptr<AdmissionPolicy> policy)
{
    Put(m_admission, port, std::move(policy), "AdmissionFactory");
}

void
PortPolicies::SetMarking(PortIndex port, std::unique_ptr<MarkingPolicy> policy)
{
    Put(m_marking, port, std::move(policy), "MarkerFactory");
}

Verdict
PortPolicies::Admit(PortIndex port, const DataArrival& arrival, Verdict beyond) const
{
    const Verdict::Kind kind = m_admission[port]->Admit(arrival);
    switch (kind)
    {
    case Verdict::Kind::QUEUED:
        return {};
    case Verdict::Kind::DROPPED:
        // To a user's policy as to the built-in one a drop means that there is no room.
        return {Verdict::Kind::DROPPED, DropReason::DATA_OVERFLOW};
    case Verdict::Kind::TRIMMED:
        return beyond; // trimmed, or the reason against that
    }
    // Reached by a number that is no enumerator, which a user's code may return.
    NS_FATAL_ERROR("the policy of ns3::mrc::FabricProfile::AdmissionFactory at port "
                   << port << " says " << static_cast<unsigned>(kind)
                   << "; expected QUEUED, TRIMMED or DROPPED");
}

void
PortPolicies::RequireNoneAsked()
{
    if (m_asked != NO_PORT)
    {
        throw std::logic_error("the marker of ns3::mrc::FabricProfile::MarkerFactory at port " +
                               std::to_string(m_asked) +
                               " looks at a port while a packet leaves; expected Marks to use "
                               "nothing but its arguments and what its maker gave it");
    }
}

} // namespace mrc
} // namespace ns3
