/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

void
WredRows::Add(FabricRows& rows)
{
    rows.Row("DataWredMinimum",
             &FabricConfig::dataWredMinimum,
             0,
             1 << 30,
             "Bytes in the data class of a switch's port up to which nothing is dropped early "
             "[wred-drops]")
        .Row("DataWredMaximum",
             &FabricConfig::dataWredMaximum,
             0,
             1 << 30,
             "Bytes from which every packet that comes is dropped; 0: nothing is dropped early "
             "[wred-drops]")
        .Row("DataWredProbability",
             &FabricConfig::dataWredProbability,
             0,
             1,
             "Probability of an early drop just below DataWredMaximum [wred-drops]")
        .Row("TrimmedWredMinimum",
             &FabricConfig::trimmedWredMinimum,
             0,
             1 << 30,
             "DataWredMinimum of the trimmed class, for packets that come trimmed [wred-drops]")
        .Row("TrimmedWredMaximum",
             &FabricConfig::trimmedWredMaximum,
             0,
             1 << 30,
             "DataWredMaximum of the trimmed class [wred-drops]")
        .Row("TrimmedWredProbability",
             &FabricConfig::trimmedWredProbability,
             0,
             1,
             "Probability of an early drop just below TrimmedWredMaximum [wred-drops]")
        .Row("ControlWredMinimum",
             &FabricConfig::controlWredMinimum,
             0,
             1 << 30,
             "DataWredMinimum of the control class [wred-drops]")
        .Row("ControlWredMaximum",
             &FabricConfig::controlWredMaximum,
             0,
             1 << 30,
             "DataWredMaximum of the control class; MRC asks for 0 [wred-drops]")
        .Row("ControlWredProbability",
             &FabricConfig::controlWredProbability,
             0,
             1,
             "Probability of an early drop just below ControlWredMaximum [wred-drops]")
        .Row("WredDropsEct",
             &FabricConfig::wredDropsEct,
             "Whether ECN-capable data is dropped early too, as with SAI's ECN_MARK_MODE_NONE "
             "[wred-drops]");
}

/** Here and not as they are set: a script may raise the minimum before the maximum. */
void
WredRows::Check(const FabricConfig& all)
{
    struct Row
    {
        const char* name;
        uint32_t minimum;
        uint32_t maximum;
    };

    const Row rows[] = {
        {"Data", all.dataWredMinimum, all.dataWredMaximum},
        {"Trimmed", all.trimmedWredMinimum, all.trimmedWredMaximum},
        {"Control", all.controlWredMinimum, all.controlWredMaximum},
    };
    for (const Row& row : rows)
    {
        if (row.minimum > row.maximum)
        {
            throw std::invalid_argument(std::string("ns3::mrc::FabricProfile: ") + row.name +
                                        "WredMinimum " + std::to_string(row.minimum) + " exceeds " +
                                        row.name + "WredMaximum " + std::to_string(row.maximum));
        }
    }
}

} // namespace mrc
} // namespace ns3
