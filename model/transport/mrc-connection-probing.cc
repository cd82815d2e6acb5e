/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-connection-probing.h"

#include "mrc-probe-budget.h"

#include <optional>

namespace ns3
{
namespace mrc
{

namespace
{

/** Of EV probes each so many is sent while the last hop overflows; own choice. */
constexpr uint8_t OVERFLOW_BACKOFF = 8;

/** An EV is not probed again before the answer can have come, jitter included; own choice. */
constexpr int64_t LEAST_PROBE_RTTS = 2;

} // namespace

ConnectionParameters
Connection::Probing::WithTimeForAnswers(ConnectionParameters parameters)
{
    const Span least = parameters.RoundTrip() * LEAST_PROBE_RTTS;
    // Nearly all have the time, and go on sharing their settings.
    if (parameters.ev->probeInterval < least)
    {
        parameters.ev.Change().probeInterval = least;
    }
    return parameters;
}

void
Connection::Probing::AskBadEvs(Instant now) const
{
    Sprayer& paths = m_connection.m_sender->Paths();
    while (m_connection.m_sender->Store().ProbeDue() <= now)
    {
        const uint16_t id = m_connection.m_requests++;
        // Without a plane the prober counts its turn and sends nothing.
        const PlaneMask planes = HoldsBack(now) ? PlaneMask{0} : paths.Ports().Usable();
        const std::optional<Ev> ev = paths.Prober().TakeDue(planes, id, now);
        if (ev)
        {
            m_connection.m_evProbes.Push({*ev, id, EvProbeRole::FORWARD});
            m_connection.NoteAsks();
        }
    }
}

/** @return whether the EV probe that is due is left out, as the last hop has enough to do */
bool
Connection::Probing::HoldsBack(Instant now) const
{
    uint8_t& running = m_connection.m_heldBack;
    const bool held =
        m_connection.m_sender->Probes().LastHopOverflows(now) && ++running < OVERFLOW_BACKOFF;
    running = held ? running : uint8_t{0};
    return held;
}

void
Connection::Probing::AskReverse(Instant now) const
{
    ReversePaths& reverse = m_connection.m_receiver->Reverse();
    if (!Pays())
    {
        reverse.Probes().Wait(now);
        return;
    }
    PlaneMask up = ReversePlanes();
    if (up == 0)
    {
        return;
    }
    // The draw picks one of the planes that are up, each as often as the others.
    uint32_t skip = reverse.DrawBelow(static_cast<uint32_t>(__builtin_popcount(up)));
    for (; skip != 0; --skip)
    {
        up &= up - 1;
    }
    const auto plane = static_cast<PlaneId>(__builtin_ctz(up));
    Ask(reverse.TakeProbe(plane, now), EvProbeRole::REVERSE);
}

/** @return whether an EV probe of the responder may be sent; if so it is paid for */
bool
Connection::Probing::Pays() const
{
    const ConnectionParameters& parameters = m_connection.m_parameters;
    ProbeBudget* const budget = parameters.probes;
    if (budget == nullptr)
    {
        return true;
    }
    const QueuePairCounters& counters = m_connection.m_roles.counters;
    const uint64_t placed = m_connection.m_receiver->Store().placedBytes;
    const uint64_t bytes = placed - m_connection.m_paidBytes;
    const uint64_t trims = counters.trims - m_connection.m_paidTrims;
    m_connection.m_paidBytes = placed;
    m_connection.m_paidTrims = counters.trims;
    // While more is trimmed than placed, answers would add to what overflows here.
    if (bytes > trims * parameters.qp->payload)
    {
        budget->Earn(bytes);
    }
    if (m_connection.m_receiver->Reverse().IsConfirmed())
    {
        return budget->Take();
    }
    budget->TakeAnyway(); // the peer may hear nothing of this queue pair
    return true;
}

/** @return the planes that can bring a probe of the responder to the peer */
PlaneMask
Connection::Probing::ReversePlanes() const
{
    // A plane with a port down at either end would lose the probe.
    const PlaneMask usable = m_connection.m_sender
                                 ? m_connection.m_sender->Store().paths.Ports().Usable()
                                 : m_connection.m_localUp;
    // The peer's word may be out of date, so a mask without planes does not count.
    PlaneMask up = usable != 0 ? usable : m_connection.m_localUp;
    for (PlaneId plane = 0; plane < m_connection.m_parameters.planes; ++plane)
    {
        up &= m_connection.m_receiver->Reverse().IsDenied(plane) ? ~(1U << plane) : ~0U;
    }
    return up;
}

void
Connection::Probing::AskPaths() const
{
    const SenderProbes probes = m_connection.m_sender->Probes();
    for (std::optional<Ev> ev = probes.TakeInquiry(); ev; ev = probes.TakeInquiry())
    {
        Ask(*ev, EvProbeRole::INQUIRY);
    }
}

/** Has an EV probe leave with the next control packets. */
void
Connection::Probing::Ask(Ev ev, EvProbeRole role) const
{
    m_connection.m_evProbes.Push({ev, m_connection.m_requests++, role});
    m_connection.NoteAsks();
}

void
Connection::Probing::OnAnswer(const Datagram& datagram, Instant now) const
{
    const Ev ev{datagram.eeth.entropy};
    if (datagram.eeth.operation != EndpointOperation::EV_PROBE ||
        ev.Plane() >= m_connection.m_parameters.planes)
    {
        return;
    }
    if (!m_connection.m_sender)
    {
        Receiver& receiver = m_connection.GetReceiver();
        receiver.Reverse().Refresh(ev); // [reverse-path]
        receiver.Answered().Note(ev.Plane(), now);
        return;
    }
    Sender& sender = *m_connection.m_sender;
    sender.Probes().OnAnswer(ev, now);
    if (!sender.Paths().Prober().Has(ev)) // one answer does not prove a path that is assumed bad
    {
        m_connection.RefreshReverse(ev);
    }
    const auto id = static_cast<uint16_t>(datagram.bth.psn.Value());
    m_connection.m_roles.counters.pathsResurrected +=
        sender.Paths().OnProbeAnswer(ev, id, datagram.eeth.marked, now);
}

} // namespace mrc
} // namespace ns3
