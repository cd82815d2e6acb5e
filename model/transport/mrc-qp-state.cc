/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-state.h"

#include <ostream>

namespace ns3
{
namespace mrc
{

/** The rules of ibv_modify_qp [qp-states]: enumerators stand in the order of a normal life. */
bool
MayFollow(QpState from, QpState to)
{
    if (to == QpState::RESET || to == QpState::ERR)
    {
        return true; // from anywhere
    }
    const bool next = static_cast<int>(to) == static_cast<int>(from) + 1;
    // In INIT and RTS libibverbs allows the same state again, to change attributes.
    const bool again = to == from && (to == QpState::INIT || to == QpState::RTS);
    return next || again;
}

const char*
ToString(QpState state)
{
    constexpr const char* NAMES[] = {"RESET", "INIT", "RTR", "RTS", "ERR"};
    const auto index = static_cast<size_t>(state);
    return index < sizeof(NAMES) / sizeof(NAMES[0]) ? NAMES[index] : "UNKNOWN";
}

std::ostream&
operator<<(std::ostream& out, QpState state)
{
    return out << ToString(state);
}

} // namespace mrc
} // namespace ns3
