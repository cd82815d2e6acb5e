/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECORD_NUMBERS_H
#define MRC_RECORD_NUMBERS_H

#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

/** The most ports that records of hops tell apart: a record's number has 24 bits
 * [telemetry-stamp]. */
constexpr uint64_t MOST_RECORD_PORTS = uint64_t{1} << 24;

/**
 * Can records tell all ports of a fabric apart? A controller would else take records of two ports
 * for those of one.
 *
 * @param ports of the fabric
 * @throws std::invalid_argument if not
 */
inline void
CheckRecordNumbers(uint64_t ports)
{
    if (ports > MOST_RECORD_PORTS)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile::Telemetry is true in a fabric of " +
                                    std::to_string(ports) + " ports; expected at most " +
                                    std::to_string(MOST_RECORD_PORTS) +
                                    ", which records of hops tell apart");
    }
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECORD_NUMBERS_H */
