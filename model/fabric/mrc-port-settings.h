/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_SETTINGS_H
#define MRC_PORT_SETTINGS_H

#include "mrc-fabric-state.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/** What are ports set to? A view of the fabric's state. */
class PortSettings
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit PortSettings(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * Gives one port another configuration, in force from the next admission on.
     *
     * A frame that is on its way into the far switch, or inside it, leaves after the switch's new
     * latency, or at once if that is over; everything else on the link keeps its times.
     */
    void Configure(PortIndex port, const PortConfig& config, Instant now) const;

    /**
     * Has a user's own policy admit data at a port, before the first frame.
     *
     * @param port number of the port
     * @param policy null is a fatal error
     */
    void SetAdmission(PortIndex port, std::unique_ptr<AdmissionPolicy> policy) const;

    /** The same for marks. */
    void SetMarking(PortIndex port, std::unique_ptr<MarkingPolicy> policy) const;

  private:
    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_SETTINGS_H */
