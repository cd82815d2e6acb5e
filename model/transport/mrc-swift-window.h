/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SWIFT_WINDOW_H
#define MRC_SWIFT_WINDOW_H

#include "mrc-bounded-controller.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/** The settings of Swift; the defaults are csg-htsim's, which calls them guesses. */
struct SwiftConfig
{
    Span baseTarget{Micros(20)}; //!< round trip to hold, on no hop and without flow scaling
    double hopTarget{1 / 6.55};  //!< base targets that each hop adds
    uint32_t hops{0};            //!< of a path; 0: the target round trip does not depend on hops
    double flowScaling{5};       //!< base targets that the smallest window adds
    double minWindow{0.1};       //!< packets
    double maxWindow{100};       //!< packets
    double increase{1};          //!< packets added in a round trip below the target
    double beta{0.8};            //!< share of the relative excess that one decrease takes
    double maxDecrease{0.5};     //!< the most that one decrease takes, 0 .. 1
};

/** Swift: is the round trip longer than the target [swift-window]? */
class SwiftWindow : public BoundedController
{
  public:
    /**
     * @param config targets and steps
     * @param setup as of any controller
     */
    SwiftWindow(const SwiftConfig& config, const ControllerSetup& setup);

    void OnAck(const AckEvent& event) override;
    void OnCongestion(const CongestionEvent& event) override;
    void OnLoss(const LossEvent& event) override;

    /** @return the round trip that the window of now holds: a small window has a long one */
    Span Target() const;

  private:
    void Decrease(double factor, Instant now);

    SwiftConfig m_config;
    Span m_delay;                         //!< the round trip that was measured last
    std::optional<Instant> m_decreasedAt; //!< the next decrease is a round trip later
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SWIFT_WINDOW_H */
