/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-requestor.h"

#include "ns3/mrc-hint-step.h"

namespace ns3
{
namespace mrc
{

/** Defined here, as headers of users do without steps. */
HintStep
RequestorListener::Hint(bool) const
{
    return {};
}

} // namespace mrc
} // namespace ns3
