/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hpcc-window.h"

#include <algorithm>
#include <limits>

namespace ns3
{
namespace mrc
{

namespace
{

/** An older record measures nothing: its 24-bit numbers may have come round; own choice. */
constexpr Span RECORD_LIFE = Micros(2000);

/** Only the largest window of the setup limits. */
constexpr double HPCC_MOST = std::numeric_limits<uint32_t>::max();

double
SecondsOf(Span span)
{
    return static_cast<double>(span.Ps()) / 1e12;
}

} // namespace

/** The first window sends at the full rate for a base RTT (SIGCOMM 2019, 5.1). */
HpccWindow::HpccWindow(const HpccConfig& config, const ControllerSetup& setup)
    : BoundedController(setup, 1, HPCC_MOST),
      m_config(config)
{
    Ask(static_cast<double>(setup.path.bitRate) / 8 * SecondsOf(setup.path.baseRtt));
    m_reference = Window();
}

void
HpccWindow::OnAck(const AckEvent& event)
{
    m_seen += event.bytes;
    const HopRecords* const records = Telemetry();
    if (records == nullptr || !Measure(*records, event.now))
    {
        return; // a round goes on until something was measured
    }
    const bool endsRound = m_seen >= m_ends;
    Follow(endsRound);
    if (endsRound)
    {
        m_seen = 0;
        m_ends = static_cast<double>(event.inFlight);
    }
}

/** The records tell of the load that made a packet get lost: a loss is no news. */
void
HpccWindow::Restore(int64_t)
{
}

/** @return W_ai in bytes */
double
HpccWindow::Increase() const
{
    return m_config.increaseRate * 1e6 / 8 * SecondsOf(BaseRtt());
}

/**
 * Brings the load up to date [hpcc-load].
 *
 * @return whether any hop was measured: that takes two records of a link
 */
bool
HpccWindow::Measure(const HopRecords& records, Instant now)
{
    const double baseRtt = SecondsOf(BaseRtt());
    double busiest = -1;
    double period = 0;
    for (uint32_t i = 0; i < records.count; ++i)
    {
        const HopRecord& record = records.hops.at(i);
        const auto [place, isNew] = m_hops.try_emplace(record.link, Seen{record, now});
        Seen& seen = place->second;
        if (isNew || now - seen.at >= RECORD_LIFE)
        {
            seen = {record, now};
            continue;
        }
        const double seconds = SecondsOf(record.Since(seen.record));
        if (seconds <= 0)
        {
            continue; // the same packet's again, or one that was overtaken
        }
        const double rate = 8 * static_cast<double>(record.BytesSince(seen.record)) / seconds;
        const double queue =
            8 * static_cast<double>(std::min(record.QueueBytes(), seen.record.QueueBytes()));
        const double load = queue / (record.BitRate() * baseRtt) + rate / record.BitRate();
        if (load > busiest)
        {
            busiest = load;
            period = seconds;
        }
        seen = {record, now};
    }
    if (busiest < 0)
    {
        return false;
    }
    const double weight = std::min(period / baseRtt, 1.0);
    m_load = (1 - weight) * m_load + weight * busiest;
    return true;
}

/** Sets the window by the load; at the end of a round it is the next round's reference too. */
void
HpccWindow::Follow(bool endsRound)
{
    const bool steps = m_load < m_config.eta && m_stage < m_config.maxStage;
    Ask(steps ? m_reference + Increase() : m_reference / (m_load / m_config.eta) + Increase());
    if (endsRound)
    {
        m_stage = steps ? m_stage + 1 : 0;
        m_reference = Window();
    }
}

} // namespace mrc
} // namespace ns3
