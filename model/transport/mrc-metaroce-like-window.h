/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_METAROCE_LIKE_WINDOW_H
#define MRC_METAROCE_LIKE_WINDOW_H

#include "mrc-bounded-controller.h"

#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/** The settings of a window that is like MetaRoCE's; no figure of MetaRoCE is public. */
struct MetaRoceLikeConfig
{
    double increase{1};   //!< full packets that a window without marks adds (RFC 5681); own choice
    double decrease{0.5}; //!< what a mark or a loss leaves of the window (RFC 3168); own choice
};

/**
 * A window from both sides: how much do the marks that the sender sees leave of the receiver's hint
 * [metaroce-like]?
 */
class MetaRoceLikeWindow : public BoundedController
{
  public:
    /**
     * @param config steps
     * @param setup as of any controller
     */
    MetaRoceLikeWindow(const MetaRoceLikeConfig& config, const ControllerSetup& setup);

    void OnAck(const AckEvent& event) override;
    void OnCongestion(const CongestionEvent& event) override;
    void OnLoss(const LossEvent& event) override;
    void Restore(int64_t bytes) override;

  private:
    void Cut(Instant now);

    MetaRoceLikeConfig m_config;
    double m_hint;    //!< bytes: the latest one of the receiver
    Instant m_deafTo; //!< until then a cut counts for all signs
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_METAROCE_LIKE_WINDOW_H */
