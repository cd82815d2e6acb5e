/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shape-table.h"

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
        // a shape that does not fit has cells at its begin only
        const std::string text = line.str();
        out << text.substr(0, text.find_last_not_of(' ') + 1) << '\n';
    }
}

/** @return the cells that say which entry a row is of */
Row
Begin(const PlannedShape& entry)
{
    return {Text(uint64_t{entry.planes}), Text(uint64_t{entry.tiers})};
}

/** @return the row of a part that fails */
Row
LossRow(const PlannedShape& entry, const std::string& part, const BlastRadius& loss)
{
    Row row = Begin(entry);
    row.insert(row.end(),
               {part,
                Text(loss.planeShare * 100),
                Text(loss.nicShare * 100),
                Text(loss.serverShare * 100),
                Text(loss.nics)});
    return row;
}

} // namespace

void
WriteShapes(std::ostream& out,
            TableForm form,
            const std::vector<PlannedShape>& entries,
            const DeviceFigures& figures)
{
    std::vector<Row> rows{{"planes", "tiers", "radix", "most NICs", "T0", "T1", "T2", "T3"}};
    rows[0].insert(rows[0].end(), {"switches", "links", "modules", "path", "local"});
    rows[0].insert(rows[0].end(), {"W", "price"});
    for (const PlannedShape& entry : entries)
    {
        Row row = Begin(entry);
        row.insert(row.end(), {Text(uint64_t{entry.radix}), Text(entry.capacity)});
        for (std::size_t tier = 0; entry.shape && tier < MOST_TIERS; ++tier)
        {
            const auto& tiers = entry.shape->tiers;
            const uint64_t switches = tier < tiers.size() ? tiers[tier].switches : 0;
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
    std::vector<Row> rows{{"planes", "tiers", "lost", "% of a plane", "% of a NIC"}};
    rows[0].insert(rows[0].end(), {"% of a server", "NICs hit"});
    for (const PlannedShape& entry : entries)
    {
        for (std::size_t tier = 0; entry.shape && tier < entry.shape->tiers.size(); ++tier)
        {
            const std::string upper = "T" + Text(uint64_t{tier});
            const std::string lower = tier == 0 ? "NIC" : "T" + Text(uint64_t{tier - 1});
            rows.push_back(
                LossRow(entry, lower + "-" + upper + " link", entry.shape->LossOfLink(tier)));
            rows.push_back(LossRow(entry, upper, entry.shape->LossOfSwitch(tier)));
        }
    }
    Write(out, form, rows);
}

} // namespace mrc
} // namespace ns3
