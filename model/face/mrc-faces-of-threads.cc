/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-faces-of-threads.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-rank-mail.h"

namespace ns3
{
namespace mrc
{

void
RequireOneRankOf(const Ptr<FaceTable>& table, const char* what)
{
    if (FaceTable::IsOpen(table))
    {
        RequireOneRank(table->GetFabric().State(), what);
    }
}

FaceTable&
OpenPresent(const Ptr<FaceTable>& table, const char* what)
{
    FaceTable& open = FaceTable::Open(table, what);
    // While the past is told, the state is later than what the caller heard of.
    if (open.GetFabric().State().isTelling)
    {
        NS_FATAL_ERROR(what << " was asked for while an earlier event was told, with several "
                               "threads; expected one thread, or an event "
                               "ns3::mrc::FabricProfile::HostDelay later");
    }
    return open;
}

} // namespace mrc
} // namespace ns3
