/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-clos-shape.h"

namespace ns3
{
namespace mrc
{

double
DeviceFigures::Watts(uint64_t switches, uint64_t optics) const
{
    return static_cast<double>(switches) * switchWatts + static_cast<double>(optics) * opticWatts;
}

double
DeviceFigures::Price(uint64_t switches, uint64_t optics, uint64_t links) const
{
    return static_cast<double>(switches) * switchPrice + static_cast<double>(optics) * opticPrice +
           static_cast<double>(links) * linkPrice;
}

} // namespace mrc
} // namespace ns3
