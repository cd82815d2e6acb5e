/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-requestor.h"

#include "mrc-pair-outlook.h"

#include "ns3/mrc-hint-step.h"

namespace ns3
{
namespace mrc
{

HintStep
Requestor::HintOfWrite() const
{
    return {};
}

PairOutlook
Requestor::Outlook(const RequestorListener&)
{
    return {};
}

} // namespace mrc
} // namespace ns3
