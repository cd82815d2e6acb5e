/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-loop-judge.h"

#include <algorithm>
#include <array>

namespace ns3
{
namespace mrc
{

namespace
{

/** Words of links by the tier of their lower end. */
constexpr std::array<const char*, 4> WORDS = {"link:", "upper-link:", "t2-link:", "t3-link:"};

/** @return whether a loop crossed a link on its way to the one that it tests */
bool
Contains(const LoopVia& via, const LoopLink& link)
{
    return std::find(via.begin(), via.end(), link) != via.end();
}

} // namespace

std::string
TextOf(const LoopLink& link)
{
    const std::string plane = std::to_string(link.plane);
    const std::string number = std::to_string(link.number);
    return link.IsPort() ? "port:" + number + "." + plane
                         : WORDS.at(static_cast<unsigned>(link.tier)) + plane + "." + number + "." +
                               std::to_string(link.uplink);
}

void
LoopJudge::Hear(uint32_t nic, const std::vector<LoopResult>& results)
{
    for (const LoopResult& result : results)
    {
        if (!result.arrived)
        {
            m_losses[result.link].push_back({m_round, nic, result.via});
        }
    }
}

std::vector<LoopVerdict>
LoopJudge::EndRound()
{
    ++m_round;
    for (auto link = m_losses.begin(); link != m_losses.end();)
    {
        std::deque<Loss>& losses = link->second;
        // Losses stand in the order of rounds, so the oldest leave the window first.
        while (!losses.empty() && losses.front().round + m_limits.window < m_round)
        {
            losses.pop_front();
        }
        link = losses.empty() ? m_losses.erase(link) : std::next(link);
    }
    std::vector<LoopVerdict> verdicts;
    // A link stays bad until a whole window has passed without any loss of its own.
    for (auto link = m_bad.begin(); link != m_bad.end();)
    {
        const bool isOver = m_losses.count(*link) == 0;
        if (isOver)
        {
            verdicts.push_back({*link, false});
        }
        link = isOver ? m_bad.erase(link) : std::next(link);
    }
    for (const auto& [link, losses] : m_losses)
    {
        if (m_bad.count(link) == 0 && IsBad(link, losses))
        {
            m_bad.insert(link);
            verdicts.push_back({link, true});
        }
    }
    return verdicts;
}

/** @return whether a loop of a NIC was lost that turned at its T0: its own link may be the cause */
bool
LoopJudge::IsSuspect(PlaneId plane, uint32_t nic) const
{
    return m_losses.count({plane, nic, LoopLink::NO_UPLINK}) != 0;
}

/**
 * A NIC sends more loops by uplinks than to its T0, and all cross its own link: their losses show a
 * weak fault sooner. A round counts once, however many loops were lost in it.
 */
std::size_t
LoopJudge::CountAgainstPort(const LoopLink& port, const std::deque<Loss>& losses) const
{
    std::set<uint64_t> rounds; // with losses by uplinks
    for (const auto& [link, others] : m_losses)
    {
        const bool isNear = !link.IsPort() && !link.IsUpper() && link.plane == port.plane;
        const auto clears = [this, plane = port.plane](const Loss& loss) {
            return !IsSuspect(plane, loss.nic);
        };
        if (!isNear || std::any_of(others.begin(), others.end(), clears))
        {
            continue; // the uplink itself is the better explanation
        }
        for (const Loss& loss : others)
        {
            if (loss.nic == port.number && loss.via.empty())
            {
                rounds.insert(loss.round);
            }
        }
    }
    for (const Loss& loss : losses)
    {
        rounds.erase(loss.round);
    }
    return losses.size() + rounds.size();
}

/** @return whether a link on the way to another has losses that the other one cannot explain */
bool
LoopJudge::IsSpared(const LoopLink& link, const LoopLink& nearer) const
{
    const auto found = m_losses.find(nearer);
    return found != m_losses.end() &&
           std::any_of(found->second.begin(), found->second.end(), [&link](const Loss& loss) {
               return !Contains(loss.via, link);
           });
}

/** @return whether no link nearer to the NIC may be the cause of a loss by an uplink */
bool
LoopJudge::Counts(const LoopLink& link, const Loss& loss) const
{
    return !IsSuspect(link.plane, loss.nic) &&
           std::none_of(loss.via.begin(), loss.via.end(), [&](const LoopLink& nearer) {
               return IsSpared(link, nearer);
           });
}

/** The limits count for each link alone; a NIC with doubts about its own link is no witness. */
bool
LoopJudge::IsBad(const LoopLink& link, const std::deque<Loss>& losses) const
{
    if (link.IsPort())
    {
        return CountAgainstPort(link, losses) >= m_limits.losses;
    }
    uint32_t count = 0;
    std::set<uint32_t> witnesses; // NICs
    LoopVia common;               // links on the ways of all of them
    for (const Loss& loss : losses)
    {
        if (!Counts(link, loss))
        {
            continue;
        }
        if (count++ == 0)
        {
            common = loss.via;
        }
        common.erase(
            std::remove_if(common.begin(),
                           common.end(),
                           [&loss](const LoopLink& one) { return !Contains(loss.via, one); }),
            common.end());
        witnesses.insert(loss.nic);
    }
    return count >= m_limits.losses && witnesses.size() >= m_limits.witnesses &&
           (m_limits.witnesses < 2 || common.empty());
}

} // namespace mrc
} // namespace ns3
