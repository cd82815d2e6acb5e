/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CUSTOM_CONTROLLER_H
#define MRC_CUSTOM_CONTROLLER_H

#include "mrc-congestion-events.h"

#include "ns3/mrc-hash.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

struct HopNews;
struct HopRecords;

/** The values that a user's own controller is made with. */
struct ControllerSetup
{
    NsccPath path;                //!< base RTT, rate and packet size
    double maxWindow;             //!< bytes: CcProfile::MaxWindow, or 1.5 bandwidth-delay products
    KeyedDraws draws;             //!< random numbers of this controller alone
    const HopNews* hops{nullptr}; //!< the NIC's records of hops; null: packets carry none
};

/**
 * A congestion control that a user writes: how large is the window?
 *
 * Each end of a queue pair has an instance of its own; where CcProfile::Scope is Destination, all
 * from one NIC to another share one. The instance touches nothing but the objects of its setup and
 * its calls, and draws from the sequence of its setup. A seed then repeats a run bit for bit, on
 * however many threads.
 */
class CustomController
{
  public:
    /**
     * @param setup the values that the window may be derived from; the first window is the largest
     * one
     */
    explicit CustomController(const ControllerSetup& setup)
        : m_setup(setup),
          m_window(setup.maxWindow)
    {
    }

    virtual ~CustomController() = default;

    /** @return payload bytes that may be in flight */
    double Window() const
    {
        return m_window;
    }

    /** A SACK came. @param event the facts of the SACK */
    virtual void OnAck(const AckEvent& event) = 0;

    /**
     * A NACK reported a trimmed packet: nothing changes unless overridden.
     *
     * @param event the facts of the NACK
     */
    virtual void OnCongestion(const CongestionEvent& event);

    /**
     * A packet was lost without being trimmed: nothing changes unless overridden.
     *
     * @param event which
     */
    virtual void OnLoss(const LossEvent& event);

    /**
     * A loss proved to be none: nothing changes unless overridden.
     *
     * @param bytes that the loss took off the window, 0 or more; not the size of the packet
     */
    virtual void Restore(int64_t bytes);

    /**
     * The largest window is a part of the whole from now on (CcProfile::FollowPlanes): nothing
     * changes unless overridden.
     *
     * @param part more than 0 and at most 1
     */
    virtual void LimitWindow(double part);

    /**
     * The base RTT is shorter than the known one (CcProfile::LearnBaseRtt): nothing changes unless
     * overridden.
     *
     * @param baseRtt the new one
     */
    virtual void OnShorterBaseRtt(Span baseRtt);

  protected:
    /** @return the values that the controller was made with */
    const ControllerSetup& Setup() const
    {
        return m_setup;
    }

    /**
     * Tells in OnAck which records of hops the SACK brings: those of the last data packet that came
     * whole. Their number is 0 if an earlier SACK has brought them [telemetry-echo].
     *
     * @return the records, valid during the call; null: FabricProfile::Telemetry is off
     */
    const HopRecords* Telemetry() const;

    /**
     * Sets the window.
     *
     * @param bytes payload bytes that may be in flight; negative or not finite: a fatal error
     */
    void SetWindow(double bytes);

  private:
    ControllerSetup m_setup;
    double m_window; // bytes
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CUSTOM_CONTROLLER_H */
