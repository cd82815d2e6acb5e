/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CREDIT_WINDOW_H
#define MRC_CREDIT_WINDOW_H

#include "mrc-bounded-controller.h"

namespace ns3
{
namespace mrc
{

/** The settings of a sender that has receiver credit. */
struct CreditConfig
{
    double firstPart{1}; //!< of the largest window, before the first grant; own choice
};

/** Receiver credit: how large a part of the largest window does the receiver grant
 * [receiver-credit]? */
class CreditWindow : public BoundedController
{
  public:
    /**
     * @param config the first window
     * @param setup as of any controller
     */
    CreditWindow(const CreditConfig& config, const ControllerSetup& setup);

    void OnAck(const AckEvent& event) override;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CREDIT_WINDOW_H */
