/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_LINES_H
#define MRC_LINK_LINES_H

#include "mrc-topology-spec.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <array>
#include <cstdint>
#include <map>

namespace ns3
{
namespace mrc
{

class Topology;

/** The properties of one direction of a link. */
struct LinkLine
{
    uint64_t whole{0};   //!< bit/s if it is not degraded, which queues are sized by
    uint64_t rate{0};    //!< bit/s
    Span delay;          //!< propagation, the least
    Span jitter;         //!< the most that a frame is late
    bool missing{false}; //!< there is no such link
};

/** How the links of each tier stand above the NICs. */
constexpr unsigned LINK_TIERS = 3;

/**
 * Which properties has each link of a fabric [link-rules]?
 *
 * Holds a line for each tier of each plane, and one more for each direction that a rule for single
 * links or switches names.
 */
class LinkLines
{
  public:
    LinkLines() = default;

    /**
     * @param topology the fabric; need not outlive this
     * @throws std::invalid_argument naming a rule of the fabric that is impossible
     */
    explicit LinkLines(const Topology& topology);

    /**
     * @param tier 0 of links to NICs, 1 between T0s and T1s, 2 between T1s and T2s
     * @param plane one of the fabric's
     * @param port which direction: the port that the direction leaves
     * @return the properties of this direction
     */
    const LinkLine& Of(unsigned tier, PlaneId plane, uint32_t port) const
    {
        const auto own = m_own.find(port);
        return own != m_own.end() ? own->second : m_ofPlane[plane][tier];
    }

    /** @return whether any rule says that links differ */
    bool AnyDiffers() const
    {
        return m_anyDiffers;
    }

    /** @return whether links of one tier and plane differ */
    bool AnySingle() const
    {
        return !m_own.empty();
    }

    /** @return the ports of missing links, both ends, in ascending order */
    std::vector<uint32_t> Missing() const;

  private:
    void TakeFrom(const Topology& topology);
    void ApplyToPlane(const Topology& topology, const LinkRule& rule);
    void ApplyToPorts(const Topology& topology, const LinkRule& rule);

    using Tiers = std::array<LinkLine, LINK_TIERS>;

    std::array<Tiers, MAX_PLANES> m_ofPlane;
    std::map<uint32_t, LinkLine> m_own; //!< of ports that rules name
    bool m_anyDiffers{false};
};

/**
 * @param topology the fabric
 * @param port number of the port
 * @return 0 of a link to a NIC, 1 between T0 and T1, 2 between T1 and T2
 * @throws std::out_of_range if there is no such port
 */
unsigned TierOf(const Topology& topology, uint32_t port);

/**
 * @param topology the fabric, which must outlive the result
 * @param port number of the port
 * @return the properties of the direction that leaves this port
 * @throws std::out_of_range if there is no such port
 */
const LinkLine& LineOf(const Topology& topology, uint32_t port);

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_LINES_H */
