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
    // An inquiry that began before the packet was sent says nothing about its fate.
    const auto known = std::find_if(m_inquiries.begin(), m_inquiries.end(), [&](const Inquiry& i) {
        return i.path == path && i.askedAt >= suspect.sentAt;
    });
    if (known == m_inquiries.end())
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
        m_inquiries.erase(known);
        FindDeadline();
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
    const auto forgotten = [&](const Inquiry& inquiry) {
        // Answered inquiries stay for a while, since they speak for packets that are doubted later.
        // Then they would take room.
        return inquiry.askedAt + m_patience * MEMORY_PATIENCES < now;
    };
    m_inquiries.erase(std::remove_if(m_inquiries.begin(), m_inquiries.end(), forgotten),
                      m_inquiries.end());
    // So many open inquiries mean a plane in trouble: the packet is taken for lost without another.
    if (m_inquiries.size() == MOST)
    {
        return {State::SILENT, now};
    }
    m_inquiries.push_back({path, now, false, false, {suspect}});
    FindDeadline();
    return {State::OPEN, now + m_patience};
}

bool
PathInquiries::HasAsked(Ev path, Instant sentAt) const
{
    return std::any_of(m_inquiries.begin(), m_inquiries.end(), [&](const Inquiry& inquiry) {
        return inquiry.path == path && inquiry.askedAt >= sentAt;
    });
}

std::optional<Ev>
PathInquiries::TakeProbe()
{
    for (Inquiry& inquiry : m_inquiries)
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
    for (Inquiry& inquiry : m_inquiries)
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
    FindDeadline();
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
    std::vector<Inquiry> left;
    for (Inquiry& inquiry : m_inquiries)
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
    m_inquiries = std::move(left);
    FindDeadline();
    return silent;
}

void
PathInquiries::FindDeadline()
{
    // Inquiries stand in the order of their beginnings, so the first open one is due first.
    const auto open = std::find_if(m_inquiries.begin(), m_inquiries.end(), [](const Inquiry& i) {
        return !i.answered;
    });
    m_deadline = open == m_inquiries.end() ? Instant::Never() : open->askedAt + m_patience;
}

} // namespace mrc
} // namespace ns3
