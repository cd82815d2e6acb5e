/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which fabrics join so many NICs, what they take to build, and what their failures cost.

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <cmath>
#include <iostream>

using namespace ns3;

namespace
{

constexpr double GIGABIT = 1e9; // bit/s

/** What the command line says, rates in Gb/s. */
struct Options
{
    mrc::ShapeQuestion question;
    mrc::DeviceFigures figures;
    double nicRate{800}, switchCapacity{51200}, opticRate{0};
    bool csv{false};
};

Options
ReadOptions(int argc, char* argv[])
{
    Options o;
    mrc::ProgramOptions cmd("mrc-plan.cc");
    cmd.Usage("Plans fabrics: planes and tiers that join so many NICs, switches, links, optical\n"
              "modules, power and price of each, and what the loss of a part takes.");
    cmd.AddValue("nics", "NICs to join", o.question.nics, 1, 4294967296);
    cmd.AddValue("nicRate", "Of a NIC with all its ports, Gb/s", o.nicRate, 8, 100000);
    cmd.AddValue("switchCapacity", "Of all ports, Gb/s", o.switchCapacity, 32, 10000000);
    cmd.AddValue("maxRadix", "Most ports of a switch", o.question.maxRadix, 4, 4096);
    cmd.AddValue("rails", "NICs of a server on T0s of their own", o.question.rails, 1, 64);
    cmd.AddValue("oversubscription",
                 "Of T0s: bandwidth down for each bit up",
                 o.question.oversubscription,
                 1,
                 64);
    cmd.AddValue("opticRate", "Of a module, Gb/s; 0: that of a NIC", o.opticRate, 0, 100000);
    cmd.AddValue("switchWatts", "Power of a switch without optics, W", o.figures.switchWatts);
    cmd.AddValue("opticWatts", "Power of a module, W", o.figures.opticWatts);
    cmd.AddValue("switchPrice", "Price of a switch without optics", o.figures.switchPrice);
    cmd.AddValue("opticPrice", "Price of a module", o.figures.opticPrice);
    cmd.AddValue("linkPrice", "Price of a fibre or cable", o.figures.linkPrice);
    cmd.AddValue("csv", "Comma-separated values, the two tables with an empty line between", o.csv);
    cmd.Parse(argc, argv);
    const auto rate = [](double gigabits) {
        return static_cast<uint64_t>(std::llround(gigabits * GIGABIT));
    };
    o.question.nicRate = rate(o.nicRate);
    o.question.switchCapacity = rate(o.switchCapacity);
    o.figures.opticRate = rate(o.opticRate == 0 ? o.nicRate : o.opticRate);
    return o;
}

int
Plan(int argc, char* argv[])
{
    const Options o = ReadOptions(argc, argv);
    const std::vector<mrc::PlannedShape> shapes = mrc::PlanShapes(o.question);
    const mrc::TableForm form = o.csv ? mrc::TableForm::CSV : mrc::TableForm::ALIGNED;
    mrc::WriteShapes(std::cout, form, shapes, o.figures);
    std::cout << '\n';
    mrc::WriteLosses(std::cout, form, shapes);
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, &Plan);
}
