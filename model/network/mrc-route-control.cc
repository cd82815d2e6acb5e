/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-route-control.h"

#include "ns3/log.h"
#include "ns3/mrc-tick.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcRouteControl");

RouteControl::RouteControl(Fabric& fabric,
                           const HotKernel& kernel,
                           Calendar& calendar,
                           RouteTimes times)
    : m_fabric(fabric),
      m_kernel(kernel),
      m_calendar(calendar),
      m_times(std::move(times)),
      m_processes(fabric.State().routed.byNumber.size())
{
    // Each port of a link between switches is known with its switch, as changes name ports.
    for (uint32_t number = 0; number < m_processes.size(); ++number)
    {
        const RoutedSwitch& own = SwitchOf(number);
        for (const RouteGraph::Edge& edge : own.graph->edges[own.row])
        {
            m_owners.emplace(edge.port, number);
        }
    }
}

void
RouteControl::Configure(const FabricConfig& config)
{
    m_paths = config.routePaths;
    m_times.Replace(config.routeTimes);
    m_acts = config.convergence != CONVERGENCE_NEVER && !m_processes.empty();
}

/** A link of a NIC is no link of the graph: the switch that the NIC hangs on drops its packets. */
void
RouteControl::PortChanged(PortIndex port, PortIndex peer)
{
    if (!m_acts || m_owners.count(port) == 0)
    {
        return;
    }
    // How long convergence takes is counted from the latest change on.
    m_latest = m_kernel.Now();
    Expect({m_owners.at(port), port, peer});
    Expect({m_owners.at(peer), peer, port});
}

/** Only the latest change of a link counts: a change that ends unseen was never there. */
void
RouteControl::Expect(const End& end)
{
    // A link that flaps faster than it is detected is never seen to change.
    const uint64_t change = ++m_changes[end.port];
    m_calendar.After(ToTime(m_times.Of(ROUTE_DETECTION)), [this, end, change] {
        if (m_changes.at(end.port) == change)
        {
            Detect(end);
        }
    });
}

/**
 * An end of a link believes what it sees. The switch then tells its neighbours, and computes its
 * own table anew.
 */
void
RouteControl::Detect(const End& end)
{
    const RoutedSwitch& own = SwitchOf(end.number);
    const uint32_t link = EdgeOf(end)->link;
    LinkView& view = m_processes[end.number].view;
    // Ethernet's remote fault tells a sender of its own direction.
    const bool up = IsUp(end.port) && IsUp(end.peer);
    if (view.Saw(link, own.row) == up)
    {
        return;
    }
    NS_LOG_INFO("switch " << end.number << " sees link " << link << (up ? " up" : " down"));
    ++m_figures.detections;
    const LinkNews news{link, own.row, view.NextVersion(link, own.row), up};
    view.Learn(news);
    TellOthers(end.number, end.port, {news});
    if (up)
    {
        Tell(end, view.All()); // the neighbour may have missed anything while the link was down
    }
    Recompute(end.number);
}

/** Has news travel over one link, unless the link fails meanwhile. */
void
RouteControl::Tell(const End& from, const std::vector<LinkNews>& news)
{
    if (!IsUp(from.port))
    {
        // A dead link brings no news: those that flood over other links do.
        return;
    }
    const End there{m_owners.at(from.peer), from.peer, from.port};
    const Span time =
        m_times.Of(ROUTE_FLOODING) + m_fabric.State().Need(from.port).ConfigOf(from.port).Flight();
    // The news were on the link when it failed, and are lost with it.
    m_calendar.After(ToTime(time), [this, there, news] {
        if (IsUp(there.peer))
        {
            Hear(there, news);
        }
    });
}

void
RouteControl::TellOthers(uint32_t number, PortIndex except, const std::vector<LinkNews>& news)
{
    const RoutedSwitch& own = SwitchOf(number);
    for (const RouteGraph::Edge& edge : own.graph->edges[own.row])
    {
        if (edge.port != except)
        {
            Tell({number, edge.port, edge.peer}, news);
        }
    }
}

/** A neighbour's news: what is new is passed on, and makes this switch compute. */
void
RouteControl::Hear(const End& at, const std::vector<LinkNews>& news)
{
    std::vector<LinkNews> fresh;
    for (const LinkNews& each : news)
    {
        if (m_processes[at.number].view.Learn(each))
        {
            fresh.push_back(each);
        }
    }
    // News that a switch had go no further, or they would circle for ever.
    if (!fresh.empty())
    {
        TellOthers(at.number, at.port, fresh);
        Recompute(at.number);
    }
}

void
RouteControl::Recompute(uint32_t number)
{
    // A computation under way takes in all that is heard until its end.
    if (!std::exchange(m_processes[number].computes, true))
    {
        m_calendar.After(ToTime(m_times.Of(ROUTE_COMPUTATION)),
                         [this, number] { Compute(number); });
    }
}

/**
 * Computes the next hops by the links that this switch believes to be up, and has the table written
 * entry by entry.
 */
void
RouteControl::Compute(uint32_t number)
{
    Process& process = m_processes[number];
    process.computes = false;
    ++m_figures.computations;
    const RoutedSwitch& own = SwitchOf(number);
    const std::vector<PortGroup> wanted =
        NextHops(*own.graph, process.view.Down(own.graph->links), own.row, m_paths);
    const Instant now = m_kernel.Now();
    // Entries are written one after the other: meanwhile some groups are old and some are new.
    const RouteWriting writing = m_fabric.Settings().WriteRoutes(number, wanted, now, [this] {
        return m_times.Of(ROUTE_ENTRY);
    });
    m_figures.entries += writing.entries;
    // The figure is the time from the latest change to the last entry of any table.
    if (writing.entries != 0)
    {
        m_figures.longest = std::max(m_figures.longest, writing.done - m_latest);
    }
}

/** @return whether one direction carries frames, which both of its ends may read */
bool
RouteControl::IsUp(PortIndex port) const
{
    return (m_fabric.State().ports.Value(port).flags & PORT_DOWN) == 0;
}

const RouteGraph::Edge*
RouteControl::EdgeOf(const End& end) const
{
    const RoutedSwitch& own = SwitchOf(end.number);
    const std::vector<RouteGraph::Edge>& edges = own.graph->edges[own.row];
    return &*std::find_if(edges.begin(), edges.end(), [&](const RouteGraph::Edge& edge) {
        return edge.port == end.port;
    });
}

const RoutedSwitch&
RouteControl::SwitchOf(uint32_t number) const
{
    return m_fabric.State().routed.byNumber[number];
}

} // namespace mrc
} // namespace ns3
