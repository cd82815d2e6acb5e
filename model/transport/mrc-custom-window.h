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
     * @param maxWindow bytes that MaxWindow says: what loss detection goes by
     */
    CustomWindow(std::unique_ptr<CustomController> controller, double maxWindow);

    /** @return the window in bytes */
    double Window() const
    {
        return m_controller->Window();
    }

    /** @return what it was made with */
    double MaxWindow() const
    {
        return m_maxWindow;
    }

    void OnAck(const AckEvent& event)
    {
        m_controller->OnAck(event);
    }

    void OnCongestion(const CongestionEvent& event)
    {
        m_controller->OnCongestion(event);
    }

    void OnLoss(const LossEvent& event)
    {
        m_controller->OnLoss(event);
    }

    void Restore(int64_t bytes)
    {
        m_controller->Restore(bytes);
    }

    void OnShorterBaseRtt(Span baseRtt)
    {
        m_controller->OnShorterBaseRtt(baseRtt);
    }

    void LimitWindow(double part)
    {
        m_controller->LimitWindow(part);
    }

  private:
    std::unique_ptr<CustomController> m_controller;
    double m_maxWindow;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CUSTOM_WINDOW_H */
