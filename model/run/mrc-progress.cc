/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-progress.h"

#include <cinttypes>
#include <cstdio>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double TERMINAL_INTERVAL = 0.2; // seconds of wall time: reads as motion
constexpr double PLAIN_INTERVAL = 5;      // seconds of wall time: keeps logs short

/** @return remaining seconds of wall time at the speed so far; negative if that is not known */
double
RemainingSeconds(const ProgressSample& now)
{
    if (now.bytesDone == 0)
    {
        return -1;
    }
    const double rest = now.bytes - now.bytesDone;
    return now.wallSeconds * rest / now.bytesDone;
}

/** @return a length of wall time in two units at most; negative: not known */
std::string
DurationText(double seconds)
{
    if (seconds < 0)
    {
        return "unknown";
    }
    char text[48];
    const auto whole = static_cast<uint64_t>(seconds);
    if (whole < 60)
    {
        std::snprintf(text, sizeof(text), "%.1f s", seconds);
    }
    else if (whole < 3600)
    {
        std::snprintf(text, sizeof(text), "%" PRIu64 " min %" PRIu64 " s", whole / 60, whole % 60);
    }
    else
    {
        const uint64_t minutes = whole / 60;
        std::snprintf(text,
                      sizeof(text),
                      "%" PRIu64 " h %" PRIu64 " min",
                      minutes / 60,
                      minutes % 60);
    }
    return text;
}

/** @return a line without the last part, which speaks of wall time */
std::string
LineHead(const ProgressSample& now, const ProgressSample& before)
{
    const double wall = now.wallSeconds - before.wallSeconds;
    const double events = wall > 0 ? (now.events - before.events) / wall : 0;
    const double share = now.bytes == 0 ? 0 : 100.0 * now.bytesDone / now.bytes;
    char text[192];
    std::snprintf(text,
                  sizeof(text),
                  "%5.1f %% of bytes, %" PRIu64 " of %" PRIu64
                  " flows, %.3f ms simulated, %.2f M events/s, ",
                  share,
                  now.flowsDone,
                  now.flows,
                  now.simulated.GetSeconds() * 1e3,
                  events * 1e-6);
    return text;
}

} // namespace

std::string
ProgressLine(const ProgressSample& now, const ProgressSample& before)
{
    return LineHead(now, before) + "ETA " + DurationText(RemainingSeconds(now));
}

ProgressReporter::ProgressReporter(std::ostream& out, ProgressStyle style)
    : m_out(out),
      m_style(style)
{
}

/** RunMonitor calls this at each look, more often than people read: most calls show nothing. */
void
ProgressReporter::Show(const ProgressSample& sample)
{
    const double interval = m_style == ProgressStyle::TERMINAL ? TERMINAL_INTERVAL : PLAIN_INTERVAL;
    if (sample.wallSeconds - m_shown.wallSeconds < interval)
    {
        return;
    }
    // The rate of events counts since the line before, so that it shows the speed of now.
    const std::string line = ProgressLine(sample, m_shown);
    m_shown = sample;
    if (m_style == ProgressStyle::TERMINAL)
    {
        m_out << '\r' << line << "\033[K" << std::flush; // erase the rest of a longer line
        m_lineStands = true;
    }
    else
    {
        m_out << line << std::endl;
    }
}

void
ProgressReporter::Say(const std::string& text)
{
    // A warning gets a line of its own: the changing one is taken away first, and comes back later.
    Clear();
    m_out << text << std::endl;
}

void
ProgressReporter::Finish(const ProgressSample& sample)
{
    // An empty sample is the beginning of the run, so the rate is that of the whole run.
    Say(LineHead(sample, {}) + "ran for " + DurationText(sample.wallSeconds));
}

void
ProgressReporter::Clear()
{
    if (m_lineStands)
    {
        m_out << "\r\033[K" << std::flush;
        m_lineStands = false;
    }
}

} // namespace mrc
} // namespace ns3
