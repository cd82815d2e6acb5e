/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-drop-reason.h"

#include <ostream>

namespace ns3
{
namespace mrc
{

const char*
DropReasonName(DropReason reason)
{
    // In the order of the enumerators. Outputs carry these names, so scripts that read outputs
    // depend on them.
    static constexpr const char* NAMES[DROP_REASONS] = {
        "data-overflow", "trimmed-overflow",  "control-overflow", "link-down",
        "switch-down",   "corrupted",         "unknown-usid",     "end-of-carrier",
        "hop-limit",     "wrong-nic",         "unknown-qp",       "silent-fault",
        "random-loss",   "stock-trimmed",     "stock-not-ect",    "no-stack",
        "wred",          "headroom-overflow", "pfc-watchdog",     "no-route",
    };
    return NAMES[static_cast<unsigned>(reason)];
}

std::ostream&
operator<<(std::ostream& out, DropReason reason)
{
    // A number that is no enumerator must not read past the table.
    return out << (static_cast<unsigned>(reason) < DROP_REASONS ? DropReasonName(reason)
                                                                : "unknown");
}

/** Tells faces and FlowMonitor at which end of a link to report a drop. */
bool
EndsAtFarEnd(DropReason reason)
{
    // These packets crossed their link: FabricEvents::Admit or the far node ended them.
    switch (reason)
    {
    case DropReason::CORRUPTED:
    case DropReason::UNKNOWN_USID:
    case DropReason::END_OF_CARRIER:
    case DropReason::HOP_LIMIT:
    case DropReason::WRONG_NIC:
    case DropReason::UNKNOWN_QP:
    case DropReason::SILENT_FAULT:
    case DropReason::RANDOM_LOSS:
    case DropReason::STOCK_TRIMMED:
    case DropReason::STOCK_NOT_ECT:
    case DropReason::NO_STACK:
    case DropReason::NO_ROUTE:
        return true;
    default:
        return false;
    }
}

} // namespace mrc
} // namespace ns3
