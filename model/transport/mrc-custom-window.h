/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CUSTOM_WINDOW_H
#define MRC_CUSTOM_WINDOW_H

#include "mrc-custom-controller.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/** Stands for a user's own controller beside the built-in ones: is there one? */
class CustomWindow
{
  public:
    /**
     * @param controller the user's; null is a fatal error
     * @param maxWindow bytes that MaxWindow returns: the window that loss detection goes by
     */
    CustomWindow(std::unique_ptr<CustomController> controller, double maxWindow);

    /** @return the window in bytes */
    double Window() const
    {
        return m_controller->Window();
    }

    /** @return the largest window */
    double MaxWindow() const
    {
        return m_maxWindow;
    }

    /** Hands a SACK on. @param event the facts of the SACK */
    void OnAck(const AckEvent& event)
    {
        m_controller->OnAck(event);
    }

    /** Hands a NACK on. @param event the facts of the NACK */
    void OnCongestion(const CongestionEvent& event)
    {
        m_controller->OnCongestion(event);
    }

    /** Hands a loss on. @param event which packet */
    void OnLoss(const LossEvent& event)
    {
        m_controller->OnLoss(event);
    }

    /** Says that a loss was none. @param bytes of the packet */
    void Restore(int64_t bytes)
    {
        m_controller->Restore(bytes);
    }

    /** Hands a shorter base RTT on. @param baseRtt the new one */
    void OnShorterBaseRtt(Span baseRtt)
    {
        m_controller->OnShorterBaseRtt(baseRtt);
    }

    /** Hands a limit on. @param part of the largest window, more than 0 and at most 1 */
    void LimitWindow(double part)
    {
        m_controller->LimitWindow(part);
    }

    /** Something is to be sent again: a user's controller hears of no pauses. */
    void Resume()
    {
    }

  private:
    std::unique_ptr<CustomController> m_controller;
    double m_maxWindow;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CUSTOM_WINDOW_H */
