/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOSS_CODE_H
#define MRC_LOSS_CODE_H

#include "ns3/mrc-drop-reason.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The reason code of data packets that arrived as headers without the payload; all lower codes are
 * those of DropReason.
 */
constexpr uint32_t TRIMMED_CODE = DROP_REASONS;

/** How many reason codes there are. */
constexpr uint32_t LOSS_CODES = DROP_REASONS + 1;

/** @return the reason code of a drop, as a FlowMonitor counts it */
constexpr uint32_t
LossCodeOf(DropReason reason)
{
    return static_cast<uint32_t>(reason);
}

/** @return the name of a reason code below LOSS_CODES, such as "link-down" or "trimmed" */
inline const char*
LossCodeName(uint32_t code)
{
    return code == TRIMMED_CODE ? "trimmed" : DropReasonName(static_cast<DropReason>(code));
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOSS_CODE_H */
