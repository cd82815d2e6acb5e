/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PLANE_WINDOWS_H
#define MRC_PLANE_WINDOWS_H

#include "mrc-rate-controller.h"

#include "ns3/mrc-ids.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * How much may be in flight on each plane, if each plane has a window of its own [window-scope]?
 *
 * A packet counts in the plane that carries it, a retransmission in its new one. A SACK echoes one
 * packet: the round trip and the mark are those of that packet's plane. Bytes that the SACK
 * acknowledges on other planes leave their flight at once. The algorithm of a plane hears of those
 * bytes with the next echo of that plane.
 */
class PlaneWindows
{
  public:
    /**
     * @param config the user's settings; a value that is not derived counts for each plane
     * unchanged
     * @param path of all planes together
     * @param planes how many planes share the path's rate evenly, 1 .. MAX_PLANES
     * @param draws random numbers of a user's own algorithm
     * @param sent payload bytes that have left on each plane; must outlive this. Packets that leave
     *        are counted there anyway, so they need not be counted here too
     */
    PlaneWindows(const CcConfig& config,
                 const NsccPath& path,
                 uint32_t planes,
                 const KeyedDraws& draws,
                 const uint64_t* sent);

    /**
     * @return those of these planes that have room for a packet; an empty window always has room
     */
    PlaneMask Roomy(PlaneMask planes, uint32_t payload) const;

    /** @return the windows of all planes together, in bytes */
    int64_t Window() const;

    /** @return the largest windows of all planes together, in bytes */
    int64_t MaxWindow() const;

    /** @return the window of a plane in bytes */
    int64_t Window(PlaneId plane) const
    {
        return m_planes[plane].rate.Window();
    }

    /** @return payload bytes in flight on a plane */
    int64_t InFlight(PlaneId plane) const
    {
        const PlaneWindow& window = m_planes[plane];
        return window.rate.InFlight() + static_cast<int64_t>(m_sent[plane] - window.counted);
    }

    /** Bytes leave the flight of a plane without a word about the network. */
    void Remove(PlaneId plane, uint32_t bytes)
    {
        Counted(plane).rate.Release(bytes);
    }

    /** Bytes of a plane were acknowledged: the next echo of the plane tells its algorithm. */
    void Acknowledge(PlaneId plane, uint32_t bytes)
    {
        PlaneWindow& window = Counted(plane);
        window.rate.Release(bytes);
        window.unreported += bytes;
    }

    /**
     * A SACK echoes a packet. @param plane the plane of the packet @param event the facts of the
     * SACK, without bytes
     */
    void OnAck(PlaneId plane, AckEvent event);

    /** A trim of a packet of a plane was reported. */
    void OnCongestion(PlaneId plane, const CongestionEvent& event)
    {
        Counted(plane).rate.OnCongestion(event);
    }

    /** A packet of a plane was found to be lost. */
    void OnLoss(PlaneId plane, const LossEvent& event)
    {
        Counted(plane).rate.OnLoss(event);
    }

    /**
     * The packet was not lost. @param plane the packet's @param bytes those that the loss took off
     * the window, at least 0
     */
    void Restore(PlaneId plane, int64_t bytes)
    {
        m_planes[plane].rate.Restore(bytes);
    }

    /** Something that is no matter of one plane. @param act is told the window of each */
    template <class Act>
    void ForEach(const Act& act)
    {
        for (PlaneId plane = 0; plane < m_planes.size(); ++plane)
        {
            act(Counted(plane).rate);
        }
    }

  private:
    /** The window of one plane. */
    struct PlaneWindow
    {
        RateController rate;
        uint64_t counted{0};    //!< bytes sent that are in the flight of the controller
        uint32_t unreported{0}; //!< bytes acknowledged of which the algorithm has not heard
    };

    /** @return the window of a plane, which knows of all that has left */
    PlaneWindow& Counted(PlaneId plane);

    std::vector<PlaneWindow> m_planes; //!< by plane
    const uint64_t* m_sent;            //!< bytes by plane
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PLANE_WINDOWS_H */
