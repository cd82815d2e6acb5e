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

DcqcnMarks
DcqcnMarksOf(DcqcnPreset preset, uint64_t lineRate)
{
    struct Row
    {
        uint64_t rate; //!< Gb/s
        DcqcnMarks marks;
    };

    // [dcqcn-marks]: 25 to 100 Gb/s from the files of HPCC's simulator, 200 and 400 from SimAI's
    const Row byRate[] = {
        {25, {100000, 400000, 0.2}},
        {50, {200000, 800000, 0.2}},
        {100, {400000, 1600000, 0.2}},
        {200, {300000, 1200000, 0.8}},
        {400, {800000, 3200000, 0.2}},
    };
    if (preset == DCQCN_NS3_RDMA)
    {
        return {40000, 1000000, 1}; // the file of ns3-rdma
    }
    if (preset == DCQCN_CONWEAVE)
    {
        return {100000, 400000, 0.2}; // ConWeave's run.py, for all rates
    }
    DcqcnMarks marks = byRate[0].marks;
    // Rows ascend, so the last one at or below the line rate counts.
    for (const Row& row : byRate)
    {
        marks = row.rate * 1000000000 <= lineRate ? row.marks : marks;
    }
    return marks;
}

} // namespace mrc
} // namespace ns3
