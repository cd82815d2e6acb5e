/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-state.h"

#include "ns3/mrc-enum-text.h"

namespace ns3
{
namespace mrc
{

std::ostream&
operator<<(std::ostream& out, PathState state)
{
    // In the order of the enumerators, as the trace of EVs and its readers have them.
    static constexpr const char* NAMES[] = {"GOOD", "SKIP", "ASSUMED_BAD", "DENIED", "DENIED_BAD"};
    return PrintName(out, NAMES, state);
}

std::ostream&
operator<<(std::ostream& out, PathCause cause)
{
    static constexpr const char* NAMES[] = {"MARK",
                                            "TRIM",
                                            "GAP",
                                            "TIMEOUT",
                                            "ALWAYS_SKIP",
                                            "TURN",
                                            "LAPSE",
                                            "PROBE",
                                            "ADMINISTRATOR",
                                            "SILENCE",
                                            "FLOOR"};
    return PrintName(out, NAMES, cause);
}

} // namespace mrc
} // namespace ns3
