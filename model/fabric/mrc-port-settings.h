/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_SETTINGS_H
#define MRC_PORT_SETTINGS_H

#include "mrc-fabric-state.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which settings have ports? A view of the fabric's state. */
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
     * A frame on its way into the far switch, or inside it, leaves after the switch's new latency,
     * or at once if that is over. Everything else on the link keeps its times.
     *
     * @param port number of the port
     * @param config the new configuration
     * @param now the time
     * @throws std::invalid_argument if the link joins two threads, and frames would come earlier
     *         than any could so far
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

    /**
     * Has a switch write a new table, entry after entry, from now on [fib-writing].
     *
     * @param number of the switch; its table is computed
     * @param wanted by column, the whole table
     * @param now when the first entry may begin
     * @param entryTime draws how long one entry takes
     * @return how many entries differ, and until when that takes
     */
    RouteWriting WriteRoutes(uint32_t number,
                             const std::vector<PortGroup>& wanted,
                             Instant now,
                             const std::function<Span()>& entryTime) const;

  private:
    uint16_t Exchange(uint16_t index, const PortConfig& config) const;

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_SETTINGS_H */
