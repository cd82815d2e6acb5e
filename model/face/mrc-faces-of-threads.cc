/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-faces-of-threads.h"

#include "ns3/fatal-error.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

void
RequireOneThread(const Ptr<FaceTable>& table, const char* what)
{
    if (FaceTable::IsOpen(table) && table->GetFabric().State().cuts != nullptr)
    {
        throw std::invalid_argument(std::string(what) +
                                    ", changed with several threads; expected one thread");
    }
}

FaceTable&
OpenPresent(const Ptr<FaceTable>& table, const char* what)
{
    FaceTable& open = FaceTable::Open(table, what);
    if (open.GetFabric().State().shown != nullptr)
    {
        NS_FATAL_ERROR(what << " was asked for while a report of a port was told, with several "
                               "threads; expected one thread, or an event "
                               "ns3::mrc::FabricProfile::HostDelay later");
    }
    return open;
}

} // namespace mrc
} // namespace ns3
