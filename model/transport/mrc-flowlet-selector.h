/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOWLET_SELECTOR_H
#define MRC_FLOWLET_SELECTOR_H

#include "mrc-custom-selector.h"
#include "mrc-kept-path.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/** The settings of flowlets. */
struct FlowletConfig
{
    Span gap{Micros(100)}; //!< a longer pause of the flow frees its path
};

/**
 * A flow keeps its path until the flow pauses: is this packet the first after a gap [flowlet-gap]?
 */
class FlowletSelector : public CustomSelector
{
  public:
    /**
     * @param config the gap
     * @param draws the paths
     */
    FlowletSelector(const FlowletConfig& config, KeyedDraws draws)
        : m_config(config),
          m_kept(draws)
    {
    }

    PlaneMask Planes(const PathSeats& paths, PlaneMask usable, Instant now) const override;
    uint32_t Choose(const PathSeats& paths, PlaneId plane, Instant now) override;

    /** @return flowlets that began after the first one */
    uint64_t Rehashes() const
    {
        return m_rehashes;
    }

  private:
    /** @return whether a new flowlet begins with a packet that leaves now */
    bool Paused(Instant now) const
    {
        return m_lastAt && now - *m_lastAt > m_config.gap;
    }

    FlowletConfig m_config;
    KeptPath m_kept;
    std::optional<Instant> m_lastAt; //!< when the latest packet left
    uint64_t m_rehashes{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOWLET_SELECTOR_H */
