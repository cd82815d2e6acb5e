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

/**
 * Whatever came to a port later in the window has advanced the port first. So the frames that are
 * left came before any departure that is decided here.
 */
void
CutService::Sweep(Instant end) const
{
    m_state.cuts->Sweep([this, end](PortIndex index) {
        PortState& port = m_state.ports[index];
        const PortService service(m_state);
        while (port.free < end && port.IsBacklogged())
        {
            const Instant begin = port.free;
            const uint32_t marks = port.marks;
            service.Advance(index, port, begin);
            if (port.marks != marks)
            {
                m_state.cuts->NoteMark(begin);
            }
        }
        return port.IsBacklogged() ? port.free : Instant::Never();
    });
}

void
CutService::Take(const CutService& from, unsigned half) const
{
    CutLinks::Box& box = from.m_state.cuts->Sent(m_state.cuts->Own(), half);
    for (const CutMail& mail : box)
    {
        Frame& frame = m_state.pool.At(mail.frame);
        LinkPipe(m_state, mail.link).Join(mail.frame, frame, frame.at);
    }
    box.clear();
}

Span
CutService::LongestHop(const FabricState& state)
{
    Span most;
    const FabricCuts& cuts = *state.cuts->Cuts();
    for (PortIndex port = 0; port < state.ports.size(); ++port)
    {
        if (cuts.IsCut(port))
        {
            const PortConfig& config = state.ConfigOf(port);
            most = std::max(most, config.Flight() + config.rate.Serialize(UINT16_MAX));
        }
    }
    return most;
}

Span
CutService::LookAhead(const FabricState& state)
{
    Span least = Instant::Never() - Instant();
    const FabricCuts& cuts = *state.cuts->Cuts();
    for (PortIndex port = 0; port < state.ports.size(); ++port)
    {
        if (cuts.IsCut(port))
        {
            least = std::min(least, state.ConfigOf(port).Flight());
        }
    }
    return least;
}

} // namespace mrc
} // namespace ns3
