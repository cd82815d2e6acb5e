/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FIXED_WINDOW_H
#define MRC_FIXED_WINDOW_H

#include "mrc-congestion-events.h"

namespace ns3
{
namespace mrc
{

/** A window that nothing changes; a very large one is MRC's NULL algorithm [fixed-window]. */
class FixedWindow
{
  public:
    /**
     * @param window bytes
     * @param maxWindow bytes that MaxWindow returns: the window that loss detection goes by
     */
    FixedWindow(double window, double maxWindow)
        : m_window(window),
          m_maxWindow(maxWindow)
    {
    }

    /** @return the window in bytes */
    double Window() const
    {
        return m_window;
    }

    /** @return the largest window */
    double MaxWindow() const
    {
        return m_maxWindow;
    }

    /** A SACK came: nothing changes. */
    void OnAck(const AckEvent&)
    {
    }

    /** A trim was reported: nothing changes. */
    void OnCongestion(const CongestionEvent&)
    {
    }

    /** A packet was lost: nothing changes. */
    void OnLoss(const LossEvent&)
    {
    }

    /** A loss was none: nothing changes. */
    void Restore(int64_t)
    {
    }

    /** The base RTT is shorter: nothing changes. */
    void OnShorterBaseRtt(Span)
    {
    }

    /** The largest window is a part of the whole: nothing changes. */
    void LimitWindow(double)
    {
    }

    /** Something is to be sent again: nothing changes. */
    void Resume()
    {
    }

  private:
    double m_window;
    double m_maxWindow;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FIXED_WINDOW_H */
