/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-owner-check.h"

#ifdef MRC_CHECK_OWNERS

#include "mrc-link-state.h"

#include "ns3/fatal-error.h"

#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

std::string
NameOf(NodeCode node)
{
    return (node & LinkState::FAR_NIC ? "NIC " : "switch ") +
           std::to_string(node & LinkState::NUMBER);
}

} // namespace

void
OwnerCheck::Fail(NodeCode owner) const
{
    NS_FATAL_ERROR(NameOf(m_acting) << " touches what " << NameOf(owner) << " owns");
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_CHECK_OWNERS */
