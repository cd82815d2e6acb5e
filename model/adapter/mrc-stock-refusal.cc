/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stock-refusal.h"

#include <ostream>

namespace ns3
{
namespace mrc
{

std::ostream&
operator<<(std::ostream& out, StockRefusal refusal)
{
    // In the order of the enumerators.
    static constexpr const char* NAMES[STOCK_REFUSALS] = {
        "no-ip",
        "too-long",
        "destination",
        "queue-full",
        "over",
        "way",
    };
    const auto index = static_cast<unsigned>(refusal);
    return out << (index < STOCK_REFUSALS ? NAMES[index] : "unknown");
}

} // namespace mrc
} // namespace ns3
