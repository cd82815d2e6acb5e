/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-queue-pair-counters.h"

#include "ns3/mrc-enum-text.h"

namespace ns3
{
namespace mrc
{

std::ostream&
operator<<(std::ostream& out, RetransmitCause cause)
{
    static constexpr const char* NAMES[] = {"TRIM", "GAP", "TIMEOUT", "REFUSED", "PORT"};
    return PrintName(out, NAMES, cause);
}

} // namespace mrc
} // namespace ns3
