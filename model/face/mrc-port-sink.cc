/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-sink.h"

#include "ns3/mrc-enum-text.h"

namespace ns3
{
namespace mrc
{

std::ostream&
operator<<(std::ostream& out, PortEvent event)
{
    static constexpr const char* NAMES[] =
        {"ENQUEUED", "TRANSMITTING", "ARRIVED", "MARKED", "TRIMMED", "DROPPED"};
    return PrintName(out, NAMES, event);
}

} // namespace mrc
} // namespace ns3
