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

constexpr int NUMBER_WIDTH = 9;
constexpr int TARGET_WIDTH = -19; // negative: to the left
constexpr int FIGURE_WIDTH = -29;
constexpr int UNIT_WIDTH = -5;
constexpr int SOURCE_WIDTH = -18;
constexpr int VERDICT_WIDTH = -17;
constexpr const char* NO_NUMBER = "-";

const char*
NameOf(Bound bound)
{
    switch (bound)
    {
    case Bound::WITHIN:
        return "within";
    case Bound::AT_LEAST:
        return "at_least";
    case Bound::AT_MOST:
        return "at_most";
    case Bound::NONE:
        break;
    }
    return NO_NUMBER;
}

/** @return the verdict; a figure that measures an input has no bound [inputs-no-verdict] */
const char*
VerdictOn(Bound bound, bool holds)
{
    return bound == Bound::NONE ? "-" : holds ? "pass" : "miss";
}

/** @return the note of a row, and that something simpler passes the row too */
std::string
NoteOn(const Expectation& expectation, const Outcome& outcome)
{
    const bool judged = expectation.bound != Bound::NONE && expectation.Holds(outcome.ours);
    const bool simple = !std::isnan(outcome.fixedWindow) && expectation.Holds(outcome.fixedWindow);
    if (!judged || !simple)
    {
        return expectation.note;
    }
    return expectation.note + (expectation.note.empty() ? "" : "; ") + "a fixed window passes too";
}

} // namespace

ComparisonTable::ComparisonTable(std::ostream& out, Style style)
    : m_out(out),
      m_style(style),
      m_seed(RngSeedManager::GetSeed()),
      m_run(RngSeedManager::GetRun())
{
    Print("target", TARGET_WIDTH);
    Print("figure", FIGURE_WIDTH);
    Print("unit", UNIT_WIDTH);
    for (const char* name : {"ours", "fixed", "published"})
    {
        Print(name, NUMBER_WIDTH);
    }
    Print("source", SOURCE_WIDTH);
    Print("against_published", VERDICT_WIDTH);
    for (const char* name : {"bound", "expected", "differ_%", "allowed_%"})
    {
        Print(name, NUMBER_WIDTH);
    }
    Print("against_expected", VERDICT_WIDTH);
    Print("seed", NUMBER_WIDTH);
    Print("run", NUMBER_WIDTH);
    PrintLast("note");
}

void
ComparisonTable::Add(const Expectation& expectation, const Outcome& outcome)
{
    const bool holds = expectation.Holds(outcome.ours);
    const Published& published = expectation.published;
    m_misses += holds ? 0 : 1;
    Print(expectation.target, TARGET_WIDTH);
    Print(expectation.figure, FIGURE_WIDTH);
    Print(expectation.unit, UNIT_WIDTH);
    m_out << std::fixed << std::setprecision(3);
    PrintNumber(outcome.ours);
    PrintNumber(outcome.fixedWindow);
    PrintNumber(published.value);
    Print(published.source, SOURCE_WIDTH);
    Print(VerdictOn(published.bound, expectation.Agrees(outcome.ours)), VERDICT_WIDTH);
    Print(NameOf(expectation.bound), NUMBER_WIDTH);
    PrintNumber(expectation.expected);
    PrintNumber(expectation.Difference(outcome.ours));
    PrintNumber(expectation.bound == Bound::NONE ? NOTHING : expectation.tolerance);
    Print(VerdictOn(expectation.bound, holds), VERDICT_WIDTH);
    Print(m_seed, NUMBER_WIDTH);
    const std::string last = outcome.runs > 1 ? '-' + std::to_string(m_run + outcome.runs - 1) : "";
    Print(std::to_string(m_run) + last, NUMBER_WIDTH);
    PrintLast(NoteOn(expectation, outcome));
}

void
ComparisonTable::PrintNumber(double number)
{
    if (!std::isnan(number))
    {
        Print(number, NUMBER_WIDTH);
        return;
    }
    Print(NO_NUMBER, NUMBER_WIDTH);
}

void
ComparisonTable::PrintLast(const std::string& text)
{
    m_out << (m_style == Style::CSV || text.empty() ? "" : " ") << text << std::endl;
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
    m_out << (width < 0 ? std::left : std::right) << std::setw(width < 0 ? -width : width) << cell
          << ' ';
}

} // namespace mrc
} // namespace ns3
