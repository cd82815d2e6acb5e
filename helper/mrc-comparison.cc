/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-comparison.h"

#include "ns3/rng-seed-manager.h"

#include <cmath>
#include <iomanip>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr int NUMBER_WIDTH = 10;
constexpr int TARGET_WIDTH = -17; // negative: to the left
constexpr int FIGURE_WIDTH = -28;
constexpr int UNIT_WIDTH = -5;

const char*
VerdictOn(Bound bound, bool holds)
{
    return bound == Bound::NONE ? "-" : holds ? "pass" : "miss";
}

} // namespace

double
Expectation::Difference(double ours) const
{
    const bool nothingExpected = bound == Bound::NONE && expected == 0;
    return ours == expected || nothingExpected ? 0 : (ours - expected) / expected * 100;
}

bool
Expectation::Holds(double ours) const
{
    if (bound == Bound::NONE)
    {
        return true;
    }
    const double difference = Difference(ours);
    const bool highEnough = difference >= -tolerance || bound == Bound::AT_MOST;
    const bool lowEnough = difference <= tolerance || bound == Bound::AT_LEAST;
    return highEnough && lowEnough && !std::isnan(difference);
}

ComparisonTable::ComparisonTable(std::ostream& out, Style style)
    : m_out(out),
      m_style(style),
      m_seed(RngSeedManager::GetSeed()),
      m_run(RngSeedManager::GetRun())
{
    Print("target", TARGET_WIDTH);
    Print("figure", FIGURE_WIDTH);
    Print("unit", UNIT_WIDTH);
    for (const char* name :
         {"ours", "published", "expected", "differ_%", "allowed_%", "seed", "run"})
    {
        Print(name, NUMBER_WIDTH);
    }
    m_out << (m_style == Style::CSV ? "" : "  ") << "verdict\n";
}

void
ComparisonTable::Add(const Expectation& expectation, double ours, uint32_t runs)
{
    const bool holds = expectation.Holds(ours);
    m_misses += holds ? 0 : 1;
    Print(expectation.target, TARGET_WIDTH);
    Print(expectation.figure, FIGURE_WIDTH);
    Print(expectation.unit, UNIT_WIDTH);
    m_out << std::fixed << std::setprecision(3);
    Print(ours, NUMBER_WIDTH);
    Print(expectation.published, NUMBER_WIDTH);
    Print(expectation.expected, NUMBER_WIDTH);
    Print(expectation.Difference(ours), NUMBER_WIDTH);
    Print(expectation.tolerance, NUMBER_WIDTH);
    Print(m_seed, NUMBER_WIDTH);
    const std::string last = runs > 1 ? '-' + std::to_string(m_run + runs - 1) : "";
    Print(std::to_string(m_run) + last, NUMBER_WIDTH);
    m_out << (m_style == Style::CSV ? "" : "  ") << VerdictOn(expectation.bound, holds)
          << std::endl;
}

template <typename Cell>
void
ComparisonTable::Print(const Cell& cell, int width)
{
    if (m_style == Style::CSV)
    {
        m_out << cell << ',';
        return;
    }
    m_out << (width < 0 ? std::left : std::right) << std::setw(width < 0 ? -width : width) << cell;
}

} // namespace mrc
} // namespace ns3
