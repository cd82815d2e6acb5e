/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hpcc-window.h"

#include "ns3/mrc-line-rate.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

static_assert(LineRate::MAX_BITS_PER_SECOND / 8 * (RECORD_LIFE.Ps() / 1000000) / 1000000 <
                  uint64_t{32} << 24,
              "no line sends as many bytes in that time as the 24-bit number counts");

/** Only the largest window of the setup limits. */
constexpr double HPCC_MOST = std::numeric_limits<uint32_t>::max();

/** @return seconds: the formulas of HPCC have rates of bytes per second */
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
    m_left += event.bytes;
    const HopRecords* const records = Telemetry();
    if (records == nullptr || !Measure(*records, event.now))
    {
        return; // a round goes on until something was measured
    }
    const bool endsRound = m_left >= m_ends;
    Follow(endsRound);
    if (endsRound)
    {
        m_left = 0;
        m_lost = 0;
        m_losses = 0;
        m_ends = static_cast<double>(event.inFlight);
    }
}

/** The records tell of the load that made a packet get trimmed: only the flight is smaller. */
void
HpccWindow::OnCongestion(const CongestionEvent& event)
{
    m_left += event.bytes;
}

/** As for a trim. */
void
HpccWindow::OnLoss(const LossEvent& event)
{
    m_left += event.bytes;
    m_lost += event.bytes;
    ++m_losses;
}

/**
 * The window has lost nothing. The packet has left the flight once, and its acknowledgement counts
 * that. The count of the loss is taken back, unless an earlier round has used it. Which of the
 * round's losses was none is unknown here: their mean size stands for its size.
 */
void
HpccWindow::Restore(int64_t)
{
    if (m_losses == 0)
    {
        return;
    }
    const double twice = m_lost / m_losses;
    m_left -= twice;
    m_lost -= twice;
    --m_losses;
}

/** @return W_ai in bytes */
double
HpccWindow::Increase() const
{
    return m_config.increaseRate * 1e6 / 8 * SecondsOf(BaseRtt());
}

/** @return the time between a record and the last one of its link, if their numbers compare */
std::optional<Span>
HpccWindow::SinceLast(const HopRecord& record, Instant now) const
{
    const auto place = m_hops.find(record.link);
    if (place == m_hops.end() || now - place->second.at >= RECORD_LIFE)
    {
        return {};
    }
    const Span since = record.Since(place->second.record);
    return since < RECORD_LIFE ? std::optional<Span>(since) : std::nullopt;
}

/** @return whether a packet was overtaken on any hop: the other hops would tell half a story */
bool
HpccWindow::WasOvertaken(const HopRecords& records, Instant now) const
{
    return std::any_of(records.hops.begin(),
                       records.hops.begin() + records.count,
                       [this, now](const HopRecord& record) {
                           return SinceLast(record, now).value_or(RECORD_LIFE) <= Span();
                       });
}

/**
 * Brings the load up to date [hpcc-load].
 *
 * @return whether any hop was measured: that takes two records of a link
 */
bool
HpccWindow::Measure(const HopRecords& records, Instant now)
{
    if (WasOvertaken(records, now))
    {
        return false;
    }
    const double baseRtt = SecondsOf(BaseRtt());
    double busiest = -1;
    double period = 0;
    for (uint32_t i = 0; i < records.count; ++i)
    {
        const HopRecord& record = records.hops.at(i);
        const std::optional<Span> since = SinceLast(record, now);
        const HopRecord last = std::exchange(m_hops[record.link], Seen{record, now}).record;
        if (!since)
        {
            continue;
        }
        const double seconds = SecondsOf(*since);
        const double rate = 8 * static_cast<double>(record.BytesSince(last)) / seconds;
        const double queue =
            8 * static_cast<double>(std::min(record.QueueBytes(), last.QueueBytes()));
        const double load = queue / (record.BitRate() * baseRtt) + rate / record.BitRate();
        if (load > busiest)
        {
            busiest = load;
            period = seconds;
        }
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
