/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-cut-service.h"

#include "mrc-link-pipe.h"
#include "mrc-port-service.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t AHEAD = 8; // frames: some 100 ns of work, as long as a line of another core

} // namespace

/**
 * Whatever came to a port later in the window has advanced the port first. So the frames that are
 * left came before any departure that is decided here.
 */
void
CutService::Sweep(Instant end) const
{
    CutWaits& waits = m_state.cuts->Waits();
    waits.Sweep([this, &waits, end](PortIndex index) {
        PortState& port = m_state.ports[index];
        const PortService service(m_state);
        while (port.free < end && port.IsBacklogged())
        {
            const Instant begin = port.free;
            const uint32_t marks = port.marks;
            try
            {
                service.Advance(index, port, begin);
            }
            catch (...) // of a user's marker, say
            {
                waits.Swept().Error().Note(
                    {begin, HotCode::KEY_SERVICE, HotCode::Arg(HotKind::SERVICE, index)});
                return Instant::Never();
            }
            waits.Swept().Note(index, begin, port.marks != marks);
        }
        return port.IsBacklogged() ? port.free : Instant::Never();
    });
    waits.Swept().Error().Rethrow();
    m_state.cuts->HandBack([this] { return m_state.pool.TakeSpare(); });
}

/** Another core wrote what comes, so each line would be a miss. */
void
CutService::Expect(const CutMail& mail) const
{
    __builtin_prefetch(&m_state.pool.At(mail.frame), 1);
    __builtin_prefetch(&m_state.links[mail.link], 1);
    __builtin_prefetch(&m_state.pool.DatagramAt(mail.frame));
}

void
CutService::NameMail() const
{
    if (m_state.follower == nullptr || !m_state.cuts->Cuts()->ranks)
    {
        return;
    }
    m_state.cuts->EachMail([this](CutMail& mail) {
        mail.name = mail.name == NO_FRAME ? m_state.late->TakeName(mail.frame) : mail.name;
    });
}

void
CutService::Take(const CutService& from, unsigned half) const
{
    CutLinks::Box& box = from.m_state.cuts->Sent(m_state.cuts->Own(), half);
    for (std::size_t i = 0; i < box.mail.size(); ++i)
    {
        // Another thread wrote the frames, so none of them is in this cache yet.
        Expect(box.mail[std::min(i + AHEAD, box.mail.size() - 1)]);
        const CutMail& mail = box.mail[i];
        Frame& frame = m_state.pool.At(mail.frame);
        LinkPipe(m_state, mail.link).Join(mail.frame, frame, frame.at);
        if (mail.name != NO_FRAME)
        {
            m_state.late->SetName(mail.frame, mail.name);
        }
    }
    // Places of frames come back to the shard that made them, or a sender of many would run out.
    for (const FrameIndex spare : box.spares)
    {
        m_state.pool.GiveSpare(spare);
    }
    m_state.cuts->NoteTaken(from.m_state.cuts->Own(), box.mail.size() + box.spares.size());
    box.mail.clear();
    box.spares.clear();
}

/** Of a frame's time on the line the part counts that any frame takes. */
Span
CutService::LookAhead(const FabricState& state)
{
    Span least = Instant::Never() - Instant();
    const FabricCuts& cuts = *state.cuts->Cuts();
    for (PortIndex port = 0; port < state.ports.size(); ++port)
    {
        if (cuts.IsCut(port))
        {
            const PortConfig& config = state.configs[state.ports.Value(port).config];
            // Ranks keep the look-ahead that they began with, and rates may change.
            const Span line = cuts.ranks ? Span() : config.rate.Serialize(LINE_OVERHEAD_BYTES);
            least = std::min(least, config.Flight() + line);
        }
    }
    return least;
}

} // namespace mrc
} // namespace ns3
