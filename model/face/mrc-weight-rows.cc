/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"

#include "ns3/mrc-weighted-rounds.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

void
WeightRows::Add(FabricRows& rows)
{
    rows.Row("ControlWeight",
             &FabricConfig::controlWeight,
             0,
             255,
             "Weight of the control class among those that wait, byte by byte; 0 of all three: "
             "control goes first, then what TrimmedShare says [class-weights]")
        .Row("TrimmedWeight",
             &FabricConfig::trimmedWeight,
             0,
             255,
             "The same of the trimmed class, in the place of TrimmedShare [class-weights]")
        .Row("DataWeight",
             &FabricConfig::dataWeight,
             0,
             255,
             "The same of the data class [class-weights]");
}

/** A class without a weight would wait for ever while others have packets. */
void
WeightRows::Check(const FabricConfig& all)
{
    const ByClass<uint8_t> shares = all.Weights().shares;
    const bool isNone = !all.Weights().Any();
    const bool isAll = shares[TrafficClass::CONTROL] != 0 && shares[TrafficClass::TRIMMED] != 0 &&
                       shares[TrafficClass::DATA] != 0;
    if (!isNone && !isAll)
    {
        std::ostringstream what;
        what << "ns3::mrc::FabricProfile: ControlWeight " << +shares[TrafficClass::CONTROL]
             << ", TrimmedWeight " << +shares[TrafficClass::TRIMMED] << ", DataWeight "
             << +shares[TrafficClass::DATA] << "; expected all of them, or none";
        throw std::invalid_argument(what.str());
    }
}

} // namespace mrc
} // namespace ns3
