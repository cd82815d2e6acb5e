/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-dcqcn-config.h"

namespace ns3
{
namespace mrc
{

DcqcnConfig
DcqcnOf(DcqcnPreset preset, uint64_t lineRate)
{
    constexpr double M = 1e6; // bit/s in a Mb/s
    // ConWeave's run.py: 10 and 25 Mb/s for each 25 Gb/s of the link.
    const double steps = static_cast<double>(lineRate) / 25e9 * M;
    // [dcqcn-presets]; in the order of DcqcnPreset, and of the members of DcqcnConfig
    const DcqcnConfig rows[] = {
        {1.0 / 256,
         Micros(50),
         Span(),
         Micros(55),
         Micros(60),
         5,
         300000000,
         40 * M,
         200 * M,
         100 * M,
         true},
        {1.0 / 256,
         Span(),
         Micros(4),
         Micros(1),
         Micros(900),
         1,
         0,
         50 * M,
         100 * M,
         100 * M,
         false},
        {1.0 / 256,
         Span(),
         Micros(4),
         Micros(1),
         Micros(300),
         1,
         0,
         10 * steps,
         25 * steps,
         100 * M,
         false},
        {1.0 / 16,
         Span(),
         Micros(4),
         Micros(55),
         Micros(1500),
         5,
         150000,
         5 * M,
         50 * M,
         100 * M,
         false},
    };
    return rows[preset];
}

} // namespace mrc
} // namespace ns3
