/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-frame-audit.h"

#include "mrc-node-names.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

GlobalValue g_mrcAudit(
    "MrcAudit",
    "Whether each ns3::mrc::Network checks, when it ends, that no frame was made "
    "or lost without a count",
    BooleanValue(false),
    MakeBooleanChecker());

} // namespace

std::vector<std::string>
Audit::Run()
{
    const uint32_t nodes = m_topology.NodeCount();
    m_balance.assign(nodes, 0);
    m_share.assign(nodes, 0);
    m_used.assign(nodes, -1);
    for (PortIndex port = 0; port < m_books.links.size(); ++port)
    {
        Add(port);
    }
    // NICs make frames and end them, so only switches have to come out even.
    for (uint32_t node = m_topology.Spec().nics; node < nodes; ++node)
    {
        const std::string name = NodeName(m_topology, node);
        Equal(m_balance[node], 0, name + ": frames that came less those that left or wait");
        // -1: the switch has no shared buffer.
        if (m_used[node] >= 0)
        {
            Equal(m_used[node], m_share[node], name + ": bytes of its buffer and its queues");
        }
    }
    Equal(m_books.live, m_inside, "frames in use and frames in queues and on links");
    // Others wait in NICs, which make a frame of a packet as it leaves.
    Equal(std::max(m_books.livePackets, m_stock),
          m_books.livePackets,
          "frames that carry a stock packet and those in use");
    Equal(m_books.reasons, m_drops, "drops by reason and by port");
    // A run that was stopped early has frames under way.
    if (m_books.atRest)
    {
        Equal(m_inside, m_held, "frames that are left at the end, but in a deadlock of pauses");
        Equal(m_books.livePackets, 0, "stock packets that are left at the end");
    }
    return m_lines;
}

void
Audit::Add(PortIndex port)
{
    const LinkBook& book = m_books.links[port];
    const std::string name = PortName(m_topology, port);
    const uint32_t node = m_topology.NodeOf(port);
    const uint32_t far = m_topology.NodeOf(m_topology.Peer(port));
    // One book has both ends of a link: what left this node, and what arrived at the far one.
    m_balance[far] += book.arrived - book.endedThere;
    m_balance[node] += book.made;
    m_balance[node] -= book.arrived + book.endedBefore + book.waiting + book.onLink;
    m_share[node] += book.share;
    m_share[far] += book.lossless;
    m_inside += book.waiting + book.onLink;
    m_held += book.held;
    m_stock += book.stock;
    m_drops += book.dropped;
    Equal(book.backlog, book.bytes, name + ": bytes of its queues and of the frames there");
    Equal(book.dropped, book.endedBefore + book.endedThere, name + ": drops and their reasons");
    if (book.buffer >= 0)
    {
        if (m_used[node] >= 0)
        {
            Equal(book.buffer, m_used[node], name + ": one buffer for all ports");
        }
        m_used[node] = book.buffer;
    }
}

void
Audit::Equal(int64_t is, int64_t expected, const std::string& what)
{
    if (is != expected)
    {
        m_lines.push_back(what + ": " + std::to_string(is) + ", expected " +
                          std::to_string(expected));
    }
}

bool
WantsAudit()
{
    BooleanValue audit;
    g_mrcAudit.GetValue(audit);
    return audit.Get();
}

void
RequireConservation(Fabric& fabric, const Topology& topology, const Moment& moment)
{
    std::string text;
    for (const std::string& line : Audit(ReadBooks(fabric, moment), topology).Run())
    {
        text += "\n  " + line;
    }
    if (!text.empty())
    {
        throw std::logic_error("not conserved at " + std::to_string(moment.now.Ps()) +
                               " ps:" + text);
    }
}

} // namespace mrc
} // namespace ns3
