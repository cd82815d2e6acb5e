/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLIGHT_WINDOW_H
#define MRC_FLIGHT_WINDOW_H

#include "mrc-connection-parameters.h"
#include "mrc-plane-windows.h"
#include "mrc-rate-controller.h"

#include "ns3/mrc-ids.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

/**
 * @return the path values that the constants of a connection's congestion control are derived from
 */
NsccPath PathOf(const ConnectionParameters& parameters);

/** @return the random numbers of a user's own controller */
KeyedDraws ControllerDraws(const ConnectionParameters& parameters);

/**
 * May a queue pair have another packet in flight, and on which planes [window-scope]?
 *
 * The window is that of the queue pair, a window that several pairs share, or one of each plane.
 */
class FlightWindow
{
  public:
    /**
     * @param parameters of the connection
     * @param sent payload bytes that have left on each plane; must outlive this
     */
    FlightWindow(const ConnectionParameters& parameters, const uint64_t* sent);

    FlightWindow(const FlightWindow&) = delete;
    FlightWindow& operator=(const FlightWindow&) = delete;

    /**
     * Asked when Whole() has no room.
     *
     * @param planes that could send
     * @param payload bytes of a packet
     * @return those of them that have room for a packet all the same; an empty window always has
     * room
     */
    PlaneMask Roomy(PlaneMask planes, uint32_t payload) const;

    /** @return the bytes in flight, and their window if planes have none; with planes, no room */
    RateController& Whole()
    {
        return m_rate;
    }

    /** @return the same, to be read only */
    const RateController& Whole() const
    {
        return m_rate;
    }

    /** @return the windows of the planes, or null: they have none */
    PlaneWindows* Planes() const
    {
        return m_planes.get();
    }

    /** @return the window in bytes, of all planes together */
    int64_t Window() const
    {
        return __builtin_expect(m_planes != nullptr, 0) ? m_planes->Window() : m_rate.Window();
    }

    /** @return the largest window in bytes, of all planes together */
    int64_t MaxWindow() const
    {
        return __builtin_expect(m_planes != nullptr, 0) ? m_planes->MaxWindow()
                                                        : m_rate.MaxWindow();
    }

    /** A message comes where none waited, was under way or unacknowledged. */
    void Resume();

    /** A packet leaves the flight of a plane without a word about the network. */
    void Remove(PlaneId plane, uint32_t bytes)
    {
        m_rate.Release(bytes);
        if (m_planes != nullptr)
        {
            m_planes->Remove(plane, bytes);
        }
    }

    /** A trim was reported. @param plane the packet's @param event the report about the packet */
    void OnCongestion(PlaneId plane, const CongestionEvent& event);

    /**
     * A loss. @param plane the packet's @param event the loss @return bytes taken off the window
     */
    int64_t OnLoss(PlaneId plane, const LossEvent& event);

    /**
     * The packet was not lost. @param plane the packet's @param bytes those that OnLoss returned,
     * at least 0
     */
    void Restore(PlaneId plane, int64_t bytes);

    /** The base RTT is shorter than the known one. */
    void OnShorterBaseRtt(Span baseRtt);

  private:
    RateController m_own; //!< unless the window is shared
    RateController& m_rate;
    std::unique_ptr<PlaneWindows> m_planes; //!< instead of m_rate, which then counts
                                            //!< bytes and has no room
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLIGHT_WINDOW_H */
