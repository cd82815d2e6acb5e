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
    if (m_losses == nullptr)
    {
        m_losses = std::make_unique<Losses>();
    }
    auto& [strikes, runs, share] = *m_losses;
    // An exponential average of lost packets, counted as 1, and answered ones, counted as 0.
    share += MEMORY * (1 - share);
    // Answers count only in a row: this loss ends the path's run.
    const auto same = [path](const Run& run) { return run.path == path; };
    runs.erase(std::remove_if(runs.begin(), runs.end(), same), runs.end());
    const auto found = std::find_if(strikes.begin(), strikes.end(), [path](const Strike& s) {
        return s.path == path;
    });
    if (found != strikes.end())
    {
        return ++found->losses;
    }
    strikes.push_back({path, 1});
    return 1;
}

void
PathStrikes::OnAnswer(Ev path)
{
    if (m_losses == nullptr)
    {
        return;
    }
    auto& [strikes, runs, share] = *m_losses;
    share -= MEMORY * share;
    const auto same = [path](const Strike& s) { return s.path == path; };
    strikes.erase(std::remove_if(strikes.begin(), strikes.end(), same), strikes.end());
    if (strikes.empty())
    {
        // Runs matter only while other paths lose packets: then a run tells one that works from the
        // rest.
        runs.clear();
        return;
    }
    const auto run =
        std::find_if(runs.begin(), runs.end(), [path](const Run& r) { return r.path == path; });
    if (run != runs.end())
    {
        ++run->answers;
        return;
    }
    runs.push_back({path, 1});
}

bool
PathStrikes::AnyWorks() const
{
    return m_losses != nullptr && std::any_of(m_losses->runs.begin(),
                                              m_losses->runs.end(),
                                              [](const Run& r) { return r.answers >= FEWEST; });
}

uint32_t
PathStrikes::Count(PlaneMask planes) const
{
    if (m_losses == nullptr)
    {
        return 0;
    }
    const auto& strikes = m_losses->strikes;
    return static_cast<uint32_t>(
        std::count_if(strikes.begin(), strikes.end(), [planes](const Strike& s) {
            return ((planes >> s.path.Plane()) & 1) != 0;
        }));
}

uint32_t
PathStrikes::Of(Ev path) const
{
    if (m_losses == nullptr)
    {
        return 0;
    }
    const auto& strikes = m_losses->strikes;
    const auto found = std::find_if(strikes.begin(), strikes.end(), [path](const Strike& s) {
        return s.path == path;
    });
    return found == strikes.end() ? 0 : found->losses;
}

/**
 * A live path loses n packets running with the n-th power of the share of losses. The result is the
 * least n for which such a run is rarer than CHANCE.
 */
uint32_t
PathStrikes::Proof() const
{
    const double share = m_losses == nullptr ? 0 : m_losses->share;
    uint32_t losses = 1;
    for (double chance = share; chance > CHANCE && losses < MOST; chance *= share)
    {
        ++losses;
    }
    return std::max(losses, FEWEST);
}

} // namespace mrc
} // namespace ns3
