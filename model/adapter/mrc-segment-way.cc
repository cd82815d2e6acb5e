/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-segment-way.h"

#include "mrc-ipv6-address.h"

#include "ns3/mrc-address-mask.h"

#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the name of a segment in an error, with the segment's number from 1 */
std::string
NameOf(const SegmentPolicy& policy, std::size_t segment)
{
    std::ostringstream out;
    out << "segment " << segment + 1 << ", " << ToIpv6Address(policy.segments[segment]);
    return out.str();
}

/** Refuses addresses that no routing header may have (RFC 4291, 2.5.2 to 2.5.6 and 2.7). */
void
CheckAddresses(const SegmentPolicy& policy)
{
    for (std::size_t i = 0; i < policy.segments.size(); ++i)
    {
        const Ipv6Address address = ToIpv6Address(policy.segments[i]);
        if (address.IsAny() || address.IsLocalhost() || address.IsMulticast() ||
            address.IsLinkLocal())
        {
            throw std::invalid_argument(NameOf(policy, i) +
                                        "; expected a unicast address that routers forward");
        }
    }
}

/**
 * Refuses a step that the way took before: a packet that comes back may only go on to another
 * segment.
 */
void
CheckSteps(const SegmentPolicy& policy)
{
    const std::vector<AddressBits>& segments = policy.segments;
    for (std::size_t i = 1; i < segments.size(); ++i)
    {
        if (segments[i] == segments[i - 1])
        {
            throw std::invalid_argument("a cyclic way: " + NameOf(policy, i) +
                                        ", is the one before; expected another");
        }
        for (std::size_t earlier = 1; earlier < i; ++earlier)
        {
            if (segments[earlier] == segments[i] && segments[earlier - 1] == segments[i - 1])
            {
                throw std::invalid_argument("a cyclic way: " + NameOf(policy, i) +
                                            ", follows the same segment as segment " +
                                            std::to_string(earlier + 1) +
                                            "; expected each step once");
            }
        }
    }
}

} // namespace

void
CheckWay(const SegmentPolicy& policy)
{
    CheckAddresses(policy);
    CheckSteps(policy);
    if (!policy.segments.empty() &&
        FirstBits(policy.segments.front(), policy.length) == policy.prefix)
    {
        throw std::invalid_argument("a way into itself: " + NameOf(policy, 0) +
                                    ", has the prefix that takes this way; expected a prefix "
                                    "that covers no first segment of its own");
    }
}

} // namespace mrc
} // namespace ns3
