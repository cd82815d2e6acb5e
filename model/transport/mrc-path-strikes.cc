/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-strikes.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double MEMORY = 1.0 / 16; //!< weight of a packet in the share of losses; own choice
constexpr double CHANCE = 1e-3;     //!< that a live path loses so many running; own choice

} // namespace

uint32_t
PathStrikes::OnLoss(Ev path)
{
    // An exponential average of lost packets, counted as 1, and answered ones, counted as 0.
    m_lossShare += MEMORY * (1 - m_lossShare);
    // Answers count only in a row: this loss ends the path's run.
    const auto same = [path](const Run& run) { return run.path == path; };
    m_runs.erase(std::remove_if(m_runs.begin(), m_runs.end(), same), m_runs.end());
    const auto found = std::find_if(m_strikes.begin(), m_strikes.end(), [path](const Strike& s) {
        return s.path == path;
    });
    if (found != m_strikes.end())
    {
        return ++found->losses;
    }
    m_strikes.push_back({path, 1});
    return 1;
}

void
PathStrikes::OnAnswer(Ev path)
{
    m_lossShare -= MEMORY * m_lossShare;
    const auto same = [path](const Strike& s) { return s.path == path; };
    m_strikes.erase(std::remove_if(m_strikes.begin(), m_strikes.end(), same), m_strikes.end());
    if (m_strikes.empty())
    {
        // Runs matter only while other paths lose packets: then a run tells one that works from the
        // rest.
        m_runs.clear();
        return;
    }
    const auto run =
        std::find_if(m_runs.begin(), m_runs.end(), [path](const Run& r) { return r.path == path; });
    if (run != m_runs.end())
    {
        ++run->answers;
        return;
    }
    m_runs.push_back({path, 1});
}

bool
PathStrikes::AnyWorks() const
{
    return std::any_of(m_runs.begin(), m_runs.end(), [](const Run& r) {
        return r.answers >= FEWEST;
    });
}

uint32_t
PathStrikes::Count(PlaneMask planes) const
{
    return static_cast<uint32_t>(
        std::count_if(m_strikes.begin(), m_strikes.end(), [planes](const Strike& s) {
            return ((planes >> s.path.Plane()) & 1) != 0;
        }));
}

uint32_t
PathStrikes::Of(Ev path) const
{
    const auto found = std::find_if(m_strikes.begin(), m_strikes.end(), [path](const Strike& s) {
        return s.path == path;
    });
    return found == m_strikes.end() ? 0 : found->losses;
}

/**
 * A live path loses n packets running with the n-th power of the share of losses. The result is the
 * least n for which such a run is rarer than CHANCE.
 */
uint32_t
PathStrikes::Proof() const
{
    uint32_t losses = 1;
    for (double chance = m_lossShare; chance > CHANCE && losses < MOST; chance *= m_lossShare)
    {
        ++losses;
    }
    return std::max(losses, FEWEST);
}

} // namespace mrc
} // namespace ns3
