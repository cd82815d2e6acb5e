/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-fault-draw.h"

#include "ns3/mrc-topology-tiers.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

/**
 * One stroke: the common properties of all its faults, and the flow that the stroke is meant for.
 */
class Stroke
{
  public:
    Stroke(test::CountedDraws& draws, const SoakCase& spoilt)
        : m_draws(draws),
          m_case(spoilt),
          m_topology(spoilt.topology)
    {
        const std::vector<Transfer>& flows = spoilt.traffic.transfers;
        m_flow = flows[draws.Below(static_cast<uint32_t>(flows.size()))];
        const bool any = draws.Chance(25);
        m_nic = any                ? draws.Below(spoilt.topology.nics)
                : draws.Chance(50) ? m_flow.source
                                   : m_flow.destination;
        m_drawnPlane = draws.Below(spoilt.topology.planes);
        m_fault.plane = static_cast<PlaneId>(m_drawnPlane);
        m_fault.t1 = draws.Below(spoilt.topology.t1Count);
        DrawTimes();
    }

    /** @return the faults of the stroke */
    std::vector<SoakFault> Draw()
    {
        switch (m_draws.Below(10))
        {
        case 0:
        case 1:
            return LosePath();
        case 2:
            m_fault.effect = FaultEffect::RATE;
            m_fault.millipercent = m_draws.Between(10000, 75000);
            return {DrawLink()};
        case 3:
        case 4:
            m_fault.effect = FaultEffect::SILENT;
            return Kill();
        default:
            return Kill();
        }
    }

  private:
    /** Draws when the stroke begins and ends. */
    void DrawTimes()
    {
        const bool before = m_draws.Chance(20);
        const uint32_t from = before ? 0 : m_draws.Below(Busy());
        m_fault.from = Instant(Nanos(from).Ps());
        if (!m_draws.Chance(35))
        {
            const uint32_t most = m_draws.OneOf({20000U, 300000U, 2000000U, 6000000U});
            m_fault.until = m_fault.from + Nanos(m_draws.Between(10000, most));
        }
    }

    /** @return some ns in which flows may be under way */
    uint32_t Busy() const
    {
        uint64_t bytes = 0;
        Instant last;
        for (const Transfer& flow : m_case.traffic.transfers)
        {
            bytes = std::max(bytes, flow.bytes * m_case.repeat);
            last = std::max(last, flow.start);
        }
        const TopologySpec& spec = m_case.topology;
        const uint64_t rate = std::min(spec.nicLinkRate, spec.fabricLinkRate) * spec.planes;
        const uint64_t ns = bytes * 8 * 1000000 / (rate / 1000);
        return static_cast<uint32_t>(last.Ps() / 1000 + std::min<uint64_t>(2 * ns, 4000000) +
                                     50000);
    }

    /** @return a part that stops, down or silent as the stroke has it */
    std::vector<SoakFault> Kill()
    {
        const uint32_t t0 = m_topology.Tiers().T0Of(m_nic);
        switch (m_draws.Below(9))
        {
        case 0:
        case 1:
        case 2:
            return {DrawLink()};
        case 3:
            return {At(FaultSite::T0, t0)};
        case 4:
            return {At(FaultSite::T1, m_fault.t1)};
        case 5:
            return {At(FaultSite::PLANE, 0)};
        case 6:
            return AllButFew(m_draws.OneOf(
                {FaultSite::LINK, FaultSite::LINK, FaultSite::LINK_UP, FaultSite::LINK_DOWN}));
        default:
            return AllButFew(FaultSite::T1);
        }
    }

    /** @return a link or a port, or one direction of either */
    SoakFault DrawLink()
    {
        const FaultSite site = m_draws.OneOf({FaultSite::LINK,
                                              FaultSite::LINK,
                                              FaultSite::LINK_UP,
                                              FaultSite::LINK_DOWN,
                                              FaultSite::PORT,
                                              FaultSite::PORT,
                                              FaultSite::PORT_UP,
                                              FaultSite::PORT_DOWN});
        const bool isPort = site >= FaultSite::PORT;
        return At(site, isPort ? m_nic : m_topology.Tiers().T0Of(m_nic));
    }

    /**
     * @return loss of 0.1 to 20 % over a whole path, there and back: on all its links alike. The
     *         loss is over all paths of one plane or of all planes, or over one path
     */
    std::vector<SoakFault> LosePath()
    {
        const double path = m_draws.OneOf({0.1, 0.5, 1.0, 1.0, 3.0, 5.0, 8.0, 10.0, 15.0, 20.0});
        m_fault.effect = FaultEffect::LOSS;
        // rounded down, so that the path has no more; thousandths of a percent
        m_fault.millipercent = static_cast<uint32_t>((1 - std::pow(1 - path / 100, 0.25)) * 1e5);
        const bool allPlanes = m_draws.Chance(30);
        const bool allT1s = m_draws.Chance(50);
        std::vector<SoakFault> faults;
        for (uint32_t plane = 0; plane < m_case.topology.planes; ++plane)
        {
            if (!allPlanes && plane != m_drawnPlane)
            {
                continue;
            }
            m_fault.plane = static_cast<PlaneId>(plane);
            for (const uint32_t nic : {m_flow.source, m_flow.destination})
            {
                faults.push_back(At(FaultSite::PORT, nic));
                for (uint32_t t1 = 0; t1 < m_case.topology.t1Count; ++t1)
                {
                    if (allT1s || t1 == m_fault.t1)
                    {
                        faults.push_back(At(FaultSite::LINK, m_topology.Tiers().T0Of(nic)));
                        faults.back().t1 = t1;
                    }
                }
            }
        }
        return faults;
    }

    SoakFault At(FaultSite site, uint32_t index) const
    {
        SoakFault fault = m_fault;
        fault.site = site;
        fault.index = index;
        return fault;
    }

    /** @return faults of all T1s, or links of a T0 to them, in the plane but one to three */
    std::vector<SoakFault> AllButFew(FaultSite site)
    {
        const uint32_t t1s = m_case.topology.t1Count;
        const uint32_t spared = std::min(m_draws.OneOf({0U, 1U, 1U, 2U, 3U}), t1s - 1);
        const uint32_t first = m_draws.Below(t1s);
        std::vector<SoakFault> faults;
        for (uint32_t i = 0; i < t1s - spared; ++i)
        {
            const uint32_t t1 = (first + i) % t1s;
            faults.push_back(At(site, site == FaultSite::T1 ? t1 : m_topology.Tiers().T0Of(m_nic)));
            faults.back().t1 = t1;
        }
        return faults;
    }

    test::CountedDraws& m_draws;
    const SoakCase& m_case;
    Topology m_topology;
    Transfer m_flow; //!< that is meant
    uint32_t m_nic;  //!< one of the stroke's two NICs, or any
    uint32_t m_drawnPlane;
    SoakFault m_fault; //!< the common properties of all faults
};

} // namespace

std::vector<SoakFault>
DrawFaults(test::CountedDraws& draws, const SoakCase& spoilt)
{
    std::vector<SoakFault> faults;
    const uint32_t strokes = draws.OneOf({1U, 1U, 2U, 3U, 4U, 6U, 8U});
    for (uint32_t i = 0; i < strokes; ++i)
    {
        const std::vector<SoakFault> stroke = Stroke(draws, spoilt).Draw();
        const uint32_t times = draws.OneOf({1U, 1U, 1U, 1U, 2U, 5U});
        const Span pause = Nanos(draws.Between(20000, 2000000));
        for (SoakFault fault : stroke)
        {
            faults.push_back(fault);
            for (uint32_t k = 1; k < times && fault.Ends(); ++k) // the fault comes and goes
            {
                const Span period = fault.until - fault.from + pause;
                fault.from = fault.from + period;
                fault.until = fault.until + period;
                faults.push_back(fault);
            }
        }
    }
    return faults;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
