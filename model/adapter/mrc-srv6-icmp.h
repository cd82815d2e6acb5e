/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_ICMP_H
#define MRC_SRV6_ICMP_H

#include "mrc-srv6-passing.h"

#include "ns3/ipv6.h"

namespace ns3
{
namespace mrc
{

/**
 * Sends the source of a dropped packet the ICMPv6 error that the reason has, if there is one.
 *
 * Nothing is sent about ICMPv6 errors, nor to a source that is no single node beyond the link (RFC
 * 4443, 2.4 e).
 *
 * @param ipv6 the stack of the node that drops
 * @param passing the packet as it came
 * @param verdict with the reason of the drop
 */
void TellSource(Ptr<ns3::Ipv6> ipv6, const Srv6Passing& passing, const SegmentVerdict& verdict);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_ICMP_H */
