/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-inquiries.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** A probe without an answer is forgotten after so many times the patience; own choice. */
constexpr int64_t MEMORY_PATIENCES = 8;

} // namespace

PathInquiries::Answer
PathInquiries::Ask(const Suspect& suspect, Ev path, Instant now)
{
    if (m_known == nullptr)
    {
        return Begin(suspect, path, now);
    }
    // An inquiry that began before the packet was sent says nothing about its fate.
    auto& inquiries = m_known->inquiries;
    const auto known = std::find_if(inquiries.begin(), inquiries.end(), [&](const Inquiry& i) {
        return i.path == path && i.askedAt >= suspect.sentAt;
    });
    if (known == inquiries.end())
    {
        return Begin(suspect, path, now);
    }
    if (known->answered)
    {
        return {State::ALIVE, now};
    }
    if (known->askedAt + m_patience <= now)
    {
        // The verdict is given. Another packet of the path, sent later, begins a new inquiry.
        inquiries.erase(known);
        Update();
        return {State::SILENT, now};
    }
    // Each SACK asks again for the same packet: it waits only once.
    const auto same = [&](const Suspect& other) { return other.sequence == suspect.sequence; };
    if (std::none_of(known->suspects.begin(), known->suspects.end(), same))
    {
        known->suspects.push_back(suspect);
    }
    return {State::OPEN, known->askedAt + m_patience};
}

PathInquiries::Answer
PathInquiries::Begin(const Suspect& suspect, Ev path, Instant now)
{
    if (m_known == nullptr)
    {
        m_known = std::make_unique<Known>();
    }
    auto& inquiries = m_known->inquiries;
    const auto forgotten = [&](const Inquiry& inquiry) {
        // Answered inquiries stay for a while, since they speak for packets that are doubted later.
        // Then they would take room.
        return inquiry.askedAt + m_patience * MEMORY_PATIENCES < now;
    };
    inquiries.erase(std::remove_if(inquiries.begin(), inquiries.end(), forgotten), inquiries.end());
    // So many open inquiries mean a plane in trouble: the packet is taken for lost without another.
    if (inquiries.size() == MOST)
    {
        return {State::SILENT, now};
    }
    inquiries.push_back({path, now, false, false, {suspect}});
    Update();
    return {State::OPEN, now + m_patience};
}

bool
PathInquiries::HasAsked(Ev path, Instant sentAt) const
{
    return m_known != nullptr && std::any_of(m_known->inquiries.begin(),
                                             m_known->inquiries.end(),
                                             [&](const Inquiry& inquiry) {
                                                 return inquiry.path == path &&
                                                        inquiry.askedAt >= sentAt;
                                             });
}

std::optional<Ev>
PathInquiries::TakeProbe()
{
    if (m_known == nullptr)
    {
        return std::nullopt;
    }
    for (Inquiry& inquiry : m_known->inquiries)
    {
        if (!inquiry.sent)
        {
            inquiry.sent = true;
            return inquiry.suspects.front().ev;
        }
    }
    return std::nullopt;
}

Instant
PathInquiries::OnAnswer(Ev path)
{
    Instant oldest = Instant::Never();
    if (m_known == nullptr)
    {
        return oldest;
    }
    for (Inquiry& inquiry : m_known->inquiries)
    {
        if (inquiry.path == path && !inquiry.answered)
        {
            inquiry.answered = true;
            for (const Suspect& suspect : inquiry.suspects)
            {
                oldest = std::min(oldest, suspect.sentAt);
            }
        }
    }
    Update();
    return oldest;
}

/**
 * The answer would have come by now: the path is dead, and the packets that the path carried are
 * lost.
 */
std::vector<Suspect>
PathInquiries::TakeSilent(Instant now)
{
    std::vector<Suspect> silent;
    if (m_known == nullptr)
    {
        return silent;
    }
    std::vector<Inquiry> left;
    for (Inquiry& inquiry : m_known->inquiries)
    {
        if (!inquiry.answered && inquiry.askedAt + m_patience <= now)
        {
            silent.insert(silent.end(), inquiry.suspects.begin(), inquiry.suspects.end());
        }
        else
        {
            left.push_back(std::move(inquiry));
        }
    }
    m_known->inquiries = std::move(left);
    Update();
    return silent;
}

/** Finds the deadline anew, or gives the memory back if no inquiry is left. */
void
PathInquiries::Update()
{
    const auto& inquiries = m_known->inquiries;
    if (inquiries.empty())
    {
        m_known.reset();
        return;
    }
    // Inquiries stand in the order of their beginnings, so the first open one is due first.
    const auto open = std::find_if(inquiries.begin(), inquiries.end(), [](const Inquiry& i) {
        return !i.answered;
    });
    m_known->deadline = open == inquiries.end() ? Instant::Never() : open->askedAt + m_patience;
}

} // namespace mrc
} // namespace ns3
