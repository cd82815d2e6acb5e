/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-links.h"

#include <algorithm>
#include <set>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

void
Strike(const SoakFault& fault, LinkState& link)
{
    switch (fault.effect)
    {
    case FaultEffect::DOWN:
        link.share = 0;
        link.seen = true;
        break;
    case FaultEffect::SILENT:
        link.share = 0;
        break;
    case FaultEffect::LOSS:
        link.loss = 1 - (1 - link.loss) * (1 - fault.Share());
        break;
    case FaultEffect::BITS:  // no plan of the soak has any
    case FaultEffect::STORM: // the same
        break;
    case FaultEffect::RATE:
        link.share = std::min(link.share, fault.Share());
        break;
    }
}

} // namespace

std::vector<LinkEpoch>
LinkEpochs(const Topology& topology, const std::vector<SoakFault>& faults)
{
    std::set<int64_t> changes{0};
    for (const SoakFault& fault : faults)
    {
        changes.insert(fault.from.Ps());
        changes.insert(fault.until.Ps());
    }
    changes.insert(Instant::Never().Ps());
    std::vector<LinkEpoch> epochs;
    for (auto at = changes.begin(); std::next(at) != changes.end(); ++at)
    {
        LinkEpoch epoch{Instant(*at), Instant(*std::next(at)), {}};
        epoch.links.resize(topology.PortCount());
        for (const SoakFault& fault : faults)
        {
            if (fault.from <= epoch.from && epoch.from < fault.until)
            {
                for (const uint32_t port : fault.Ports(topology))
                {
                    Strike(fault, epoch.links[port]);
                }
            }
        }
        epochs.push_back(std::move(epoch));
    }
    return epochs;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
