/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shape-table.h"

#include "ns3/mrc-fabric-cost.h"

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

using Row = std::vector<std::string>;

constexpr std::size_t MOST_TIERS = 4; //!< of PlanShapes

/** @return a number with as many digits as it needs, at most six */
std::string
Text(double number)
{
    std::ostringstream text;
    text << std::setprecision(6) << number;
    return text.str();
}

std::string
Text(uint64_t number)
{
    return std::to_string(number);
}

/** Amounts of money and watts are large: rounded to whole ones, without an exponent. */
std::string
Whole(double amount)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(0) << amount;
    return text.str();
}

/** @return rows below their heading, each cell as wide as the widest of its column */
void
Write(std::ostream& out, TableForm form, const std::vector<Row>& rows)
{
    // Widths come first, so that numbers stand one under another.
    std::vector<std::size_t> widths(rows.front().size());
    for (const Row& row : rows)
    {
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    for (const Row& row : rows)
    {
        std::ostringstream line;
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            if (form == TableForm::CSV)
            {
                line << (i == 0 ? "" : ",") << row[i];
            }
            else
            {
                line << (i == 0 ? "" : "  ") << std::setw(static_cast<int>(widths[i])) << row[i];
            }
        }
        // a shape that does not fit has cells at the begin of its row only
        const std::string text = line.str();
        out << text.substr(0, text.find_last_not_of(' ') + 1) << '\n';
    }
}

/** @return the cells that say which fabric a row is of */
Row
Begin(uint64_t planes, uint64_t tiers)
{
    return {Text(planes), Text(tiers)};
}

/** @return the names of the columns of the parts of fabrics */
Row
ShapeHeading(std::size_t tiers)
{
    Row row{"planes", "tiers", "radix", "most NICs"};
    for (std::size_t tier = 0; tier < tiers; ++tier)
    {
        row.push_back("T" + Text(uint64_t{tier}));
    }
    row.insert(row.end(), {"switches", "links", "modules", "path", "local", "W", "price"});
    return row;
}

/** @return the names of the columns of the losses by failures */
Row
LossHeading()
{
    return {"planes", "tiers", "lost", "% of a plane", "% of a NIC", "% of a server", "NICs hit"};
}

/** @return the row of a part that fails */
Row
LossRow(Row row, const std::string& part, const BlastRadius& loss)
{
    row.insert(row.end(),
               {part,
                Text(loss.planeShare * 100),
                Text(loss.nicShare * 100),
                Text(loss.serverShare * 100),
                Text(loss.nics)});
    return row;
}

/** Writes the parts of a fabric. */
void
WriteCost(std::ostream& out, TableForm form, const FabricCost& cost, const DeviceFigures& figures)
{
    const std::size_t tiers = std::max(cost.switches.size(), MOST_TIERS);
    Row row = Begin(cost.planes, cost.switches.size());
    row.insert(row.end(), {Text(uint64_t{cost.radix}), Text(cost.nics)});
    for (std::size_t tier = 0; tier < tiers; ++tier)
    {
        row.push_back(Text(tier < cost.switches.size() ? cost.switches[tier] : uint64_t{0}));
    }
    row.insert(row.end(),
               {Text(cost.Switches()),
                Text(cost.Links()),
                Text(cost.Optics(figures.opticRate)),
                Text(uint64_t{cost.longestPath}),
                Text(cost.mostLocal),
                Whole(cost.Watts(figures)),
                Whole(cost.Price(figures))});
    Write(out, form, {ShapeHeading(tiers), row});
}

/** Writes the share that the loss of the worst part of each kind takes. */
void
WriteCostLosses(std::ostream& out, TableForm form, const FabricCost& cost)
{
    std::vector<Row> rows{LossHeading()};
    for (const PartLoss& each : cost.losses)
    {
        rows.push_back(LossRow(Begin(cost.planes, cost.switches.size()), each.part, each.loss));
    }
    Write(out, form, rows);
}

} // namespace

void
WriteShapes(std::ostream& out,
            TableForm form,
            const std::vector<PlannedShape>& entries,
            const DeviceFigures& figures)
{
    std::vector<Row> rows{ShapeHeading(MOST_TIERS)};
    for (const PlannedShape& entry : entries)
    {
        Row row = Begin(entry.planes, entry.tiers);
        row.insert(row.end(), {Text(uint64_t{entry.radix}), Text(entry.capacity)});
        for (std::size_t tier = 0; entry.shape && tier < MOST_TIERS; ++tier)
        {
            const auto& tiers = entry.shape->tiers;
            const uint64_t switches = tier < tiers.size() ? tiers[tier].switches : 0;
            // Numbers of a tier are those of one plane.
            row.push_back(Text(switches * entry.planes));
        }
        if (entry.shape)
        {
            const ClosShape& shape = *entry.shape;
            row.insert(row.end(),
                       {Text(shape.Switches()),
                        Text(shape.Links()),
                        Text(shape.Optics(figures.opticRate)),
                        Text(uint64_t{shape.LongestPath()}),
                        Text(shape.tiers[0].nicsBelow),
                        Whole(shape.Watts(figures)),
                        Whole(shape.Price(figures))});
        }
        row.resize(rows[0].size());
        rows.push_back(row);
    }
    Write(out, form, rows);
}

void
WriteLosses(std::ostream& out, TableForm form, const std::vector<PlannedShape>& entries)
{
    std::vector<Row> rows{LossHeading()};
    for (const PlannedShape& entry : entries)
    {
        for (std::size_t tier = 0; entry.shape && tier < entry.shape->tiers.size(); ++tier)
        {
            const std::string upper = "T" + Text(uint64_t{tier});
            const std::string lower = tier == 0 ? "NIC" : "T" + Text(uint64_t{tier - 1});
            const Row begin = Begin(entry.planes, entry.tiers);
            rows.push_back(
                LossRow(begin, lower + "-" + upper + " link", entry.shape->LossOfLink(tier)));
            rows.push_back(LossRow(begin, upper, entry.shape->LossOfSwitch(tier)));
        }
    }
    Write(out, form, rows);
}

void
WriteCostOf(std::ostream& out,
            TableForm form,
            const Topology& topology,
            uint32_t nicsPerServer,
            const DeviceFigures& figures)
{
    const FabricCost cost = CostOf(topology, nicsPerServer);
    WriteCost(out, form, cost, figures);
    out << '\n';
    WriteCostLosses(out, form, cost);
}

} // namespace mrc
} // namespace ns3
