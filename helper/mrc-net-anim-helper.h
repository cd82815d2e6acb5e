/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NET_ANIM_HELPER_H
#define MRC_NET_ANIM_HELPER_H

#include "ns3/vector.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class Network;
class Topology;

/**
 * Gives the nodes of a network the positions and links that ns-3's AnimationInterface draws.
 *
 * T1s are at the top, T0s below them, a row for each plane, and NICs at the bottom.
 * AnimationInterface knows a link by a channel of PointToPointNetDevices. So each link with faces
 * at both ends has a SimpleChannel of that name. The nodes of the link have a device for the link
 * behind their ports, and nothing is ever sent over these devices. Packets are not drawn.
 *
 * A program that includes ns3/netanim-module.h and ns3/mobility-module.h has the modules that this
 * needs.
 */
class NetAnimHelper
{
  public:
    /** @param spacing between neighbours, above 0; in the units of NetAnim */
    explicit NetAnimHelper(double spacing = 10);

    /**
     * Call Install once for a network, before the AnimationInterface is made.
     *
     * @param network the nodes of this network are shown; nodes without faces are left out
     * @throws std::invalid_argument naming the ns-3 module that the program is not linked with
     */
    void Install(Network& network) const;

  private:
    void Place(Network& network, uint32_t node) const;
    Vector PositionOf(const Topology& topology, uint32_t node) const;

    double m_spacing;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NET_ANIM_HELPER_H */
