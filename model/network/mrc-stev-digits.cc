/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stev-digits.h"

#include "mrc-graph-shape.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Finds the divisors of one plane, destination by destination; an instance is used once. */
class DigitFinder
{
  public:
    DigitFinder(const GraphShape& shape, PlaneId plane)
        : m_shape(shape),
          m_local(shape.NodeCount()),
          m_t0s(shape.Count(NodeKind::T0, plane))
    {
        for (uint32_t node = shape.Count(NodeKind::NIC, 0); node < shape.NodeCount(); ++node)
        {
            if (shape.PlaceOf(node).plane == plane)
            {
                m_local[node] = static_cast<uint32_t>(m_switches.size());
                m_switches.push_back(node);
            }
        }
        m_divisors.resize(m_switches.size());
    }

    std::optional<std::vector<uint32_t>> Find()
    {
        for (uint32_t to = 0; to < m_t0s; ++to)
        {
            FollowPathsTo(m_switches[to]); // T0s come first
        }
        // Where one divisor is not enough, paths are numbered another way.
        if (m_isMixed)
        {
            return std::nullopt;
        }
        // Switches without a choice divide by 1.
        for (uint32_t& divisor : m_divisors)
        {
            divisor = std::max(divisor, 1U);
        }
        return m_divisors;
    }

  private:
    static constexpr uint64_t NONE = 0;          //!< no packet comes by
    static constexpr uint64_t MANY = UINT64_MAX; //!< that depends on the source of the packet
    static constexpr uint64_t MOST = uint64_t{1} << 32;

    /** Adds what the choices before a switch multiply to, for some of the packets that come by. */
    static void Join(uint64_t& product, uint64_t more)
    {
        product = product == NONE || product == more ? more : MANY;
    }

    /** Goes from the farthest switches to the nearest, so that all before a switch is known. */
    void FollowPathsTo(uint32_t to)
    {
        const GraphPaths& paths = m_shape.Paths();
        std::vector<uint32_t> order;
        for (const uint32_t node : m_switches)
        {
            if (node != to && paths.Count(node, to) != 0)
            {
                order.push_back(node);
            }
        }
        std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
            return paths.Hops(a, to) > paths.Hops(b, to);
        });
        std::vector<uint64_t> products(m_switches.size(), NONE);
        for (const uint32_t node : order)
        {
            uint64_t& product = products[m_local[node]];
            // T0s come first, and packets begin at these alone.
            if (m_local[node] < m_t0s)
            {
                Join(product, 1); // of packets that begin here
            }
            if (product == NONE)
            {
                continue;
            }
            const std::vector<uint32_t> ways = paths.Next(node, to);
            if (ways.size() > 1)
            {
                Note(node, to, product);
            }
            // A switch divides by the choices of all switches before it, so its own digit stands
            // above theirs.
            const uint64_t next = product == MANY ? MANY : product * ways.size();
            for (const uint32_t port : ways)
            {
                Join(products[m_local[m_shape.PortOf(m_shape.PortOf(port).peer).node]],
                     next < MOST ? next : MANY);
            }
        }
    }

    /** A switch has a choice: its divisor must be what it was for other packets. */
    void Note(uint32_t node, uint32_t to, uint64_t product)
    {
        uint32_t& divisor = m_divisors[m_local[node]];
        m_isMixed = m_isMixed || !m_shape.Paths().AreAlike(node, to) || product == MANY ||
                    (divisor != 0 && divisor != product);
        divisor = static_cast<uint32_t>(product);
    }

    const GraphShape& m_shape;
    std::vector<uint32_t> m_local;    //!< of nodes: number among the switches of the plane
    std::vector<uint32_t> m_switches; //!< of the plane
    std::vector<uint32_t> m_divisors; //!< of these; 0 where no choice was found
    uint32_t m_t0s;
    bool m_isMixed{false}; //!< whether one divisor is not enough for a switch
};

} // namespace

std::optional<std::vector<uint32_t>>
StevDivisors(const GraphShape& shape, PlaneId plane)
{
    return DigitFinder(shape, plane).Find();
}

std::shared_ptr<const GraphShape>
WithStevNumbers(std::shared_ptr<const GraphShape> graph)
{
    for (PlaneId plane = 0; plane < MAX_PLANES && graph->Count(NodeKind::T0, plane) != 0; ++plane)
    {
        if (!StevDivisors(*graph, plane))
        {
            return std::make_shared<GraphShape>(*graph, PathNumbers::DIGITS);
        }
    }
    return graph;
}

} // namespace mrc
} // namespace ns3
