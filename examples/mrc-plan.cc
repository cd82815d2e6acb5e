/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which fabrics join so many NICs, which parts do they need, and how much do their failures cost?

#include "mrc-data-file.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

constexpr double GIGABIT = 1e9; // bit/s

/** The options of the command line, rates in Gb/s. */
struct Options
{
    mrc::ShapeQuestion question;
    mrc::DeviceFigures figures;
    double nicRate{800}, switchCapacity{51200}, opticRate{0};
    std::string topology{"none"};
    bool csv{false};
};

/** @return the fabric of a preset or of a file */
mrc::TopologySpec
FabricOf(const Options& o)
{
    const bool isFile = o.topology.find('.') != std::string::npos;
    const auto nics = static_cast<uint32_t>(std::min<uint64_t>(o.question.nics, UINT32_MAX));
    return isFile ? mrc::ReadTopologyFile(DataFile(o.topology))
                  : mrc::PresetTopology(o.topology, nics);
}

/** @return whether the switches of a tier differ, so that parts have to be counted one by one */
bool
IsUneven(const mrc::TopologySpec& spec)
{
    return spec.graph != nullptr ||
           std::any_of(spec.links.begin(), spec.links.end(), [](const mrc::LinkRule& rule) {
               return rule.missing;
           });
}

/** @return the one shape of a fabric with switches that are all alike */
std::vector<mrc::PlannedShape>
ShapesOf(const mrc::TopologySpec& spec)
{
    mrc::PlannedShape entry;
    entry.shape = mrc::ShapeOfTopology(spec);
    entry.planes = spec.planes;
    entry.tiers = static_cast<uint32_t>(entry.shape->tiers.size());
    entry.radix = spec.nicsPerT0 + spec.T0Uplinks();
    entry.capacity = uint64_t{spec.T0sPerPlane()} * spec.nicsPerT0;
    return {entry};
}

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
    cmd.AddValue("topology",
                 "A preset, with so many --nics, or a file, .topo, .dot, .gv or .graphml, one of "
                 "examples/data too, instead of shapes that fit. Figures of power and price count, "
                 "and of graphs --rails as the NICs of a server. The other options do not count",
                 o.topology);
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
    const mrc::TableForm form = o.csv ? mrc::TableForm::CSV : mrc::TableForm::ALIGNED;
    std::vector<mrc::PlannedShape> shapes;
    if (o.topology == "none")
    {
        shapes = mrc::PlanShapes(o.question);
    }
    else
    {
        const mrc::TopologySpec spec = FabricOf(o);
        if (IsUneven(spec))
        {
            const mrc::Topology topology(spec);
            mrc::WriteCostOf(std::cout, form, topology, o.question.rails, o.figures);
            return 0;
        }
        shapes = ShapesOf(spec);
    }
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
