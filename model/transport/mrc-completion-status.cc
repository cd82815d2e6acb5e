/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-work-request.h"

#include "ns3/mrc-enum-text.h"

#include <ostream>

namespace ns3
{
namespace mrc
{

const char*
ToString(CompletionStatus status)
{
    // The names of libibverbs without IBV_WC_, in the order of the enumerators [completion-errors].
    constexpr const char* NAMES[] = {"SUCCESS",
                                     "WR_FLUSH_ERR",
                                     "REM_INV_REQ_ERR",
                                     "REM_ACCESS_ERR",
                                     "REM_OP_ERR",
                                     "RETRY_EXC_ERR"};
    const auto index = static_cast<size_t>(status);
    return index < sizeof(NAMES) / sizeof(NAMES[0]) ? NAMES[index] : "UNKNOWN";
}

std::ostream&
operator<<(std::ostream& out, CompletionStatus status)
{
    return out << ToString(status);
}

std::ostream&
operator<<(std::ostream& out, WorkVerb verb)
{
    static constexpr const char* NAMES[] = {"WRITE", "SEND"};
    return PrintName(out, NAMES, verb);
}

} // namespace mrc
} // namespace ns3
