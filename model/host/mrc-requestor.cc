/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-requestor.h"

#include "mrc-pair-outlook.h"

namespace ns3
{
namespace mrc
{

PairOutlook
Requestor::Outlook(const RequestorListener&)
{
    return {};
}

} // namespace mrc
} // namespace ns3
