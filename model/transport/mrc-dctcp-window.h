/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DCTCP_WINDOW_H
#define MRC_DCTCP_WINDOW_H

#include "mrc-bounded-controller.h"

namespace ns3
{
namespace mrc
{

/** The settings of the DCTCP-like window. */
struct DctcpConfig
{
    double gain{1.0 / 16};  //!< of a window's share of marks in the average (RFC 8257, 4.2)
    double increase{1};     //!< packets that a window without marks adds (RFC 5681)
    double lossFactor{0.5}; //!< the part of the window that a loss leaves (RFC 8257, 3.5)
};

/**
 * DCTCP's window: which share of the bytes comes back marked [dctcp-window]?
 *
 * An observation window ends when as much has left the flight as was in it when the window began.
 */
class DctcpWindow : public BoundedController
{
  public:
    /**
     * @param config gain, increase and factor
     * @param setup as of any controller
     */
    DctcpWindow(const DctcpConfig& config, const ControllerSetup& setup);

    void OnAck(const AckEvent& event) override;
    void OnCongestion(const CongestionEvent& event) override;
    void OnLoss(const LossEvent& event) override;

    /** @return the average share of marks, 0 .. 1 */
    double Alpha() const
    {
        return m_alpha;
    }

  private:
    /** Whether the window has answered a loss since the observation window began. */
    enum class Losses
    {
        NONE,
        ANSWERED,
    };

    void Observe(double bytes, double marked, double inFlight);

    DctcpConfig m_config;
    double m_alpha{1};  //!< as RFC 8257 begins
    double m_seen{0};   //!< bytes heard of in this observation window
    double m_marked{0}; //!< of these marked or trimmed
    double m_ends{0};   //!< the observation window ends when as many were heard of
    Losses m_losses{Losses::NONE};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DCTCP_WINDOW_H */
