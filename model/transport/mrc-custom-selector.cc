/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-custom-selector.h"

namespace ns3
{
namespace mrc
{

// Nothing happens by default: a selector may do without feedback.
void
CustomSelector::OnFeedback(Ev, PathFeedback, Instant)
{
}

} // namespace mrc
} // namespace ns3
