/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"

#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

void
CodePointRows::Add(ConfigRows<FabricProfile, DscpPlan>& rows)
{
    rows.Row("DscpNoTrim",
             &DscpPlan::noTrim,
             0,
             63,
             "DSCP of data that is dropped instead of trimmed")
        .Row("DscpTrimmable", &DscpPlan::trimmable, 0, 63, "DSCP of data [code-points]")
        .Row("DscpTrimmableRetx",
             &DscpPlan::trimmableRetx,
             0,
             63,
             "DSCP of retransmitted data [code-points]")
        .Row("DscpTrimmed",
             &DscpPlan::trimmed,
             0,
             63,
             "DSCP of packets trimmed inside the fabric [code-points]")
        .Row("DscpTrimmedLastHop",
             &DscpPlan::trimmedLastHop,
             0,
             63,
             "DSCP of packets trimmed on the port towards the NIC [code-points]")
        .Row("DscpControl",
             &DscpPlan::control,
             0,
             63,
             "DSCP of SACK, NACK, Transport ACK and responses [code-points]");
}

/**
 * Switches tell the class of a packet by its DSCP alone, and receivers whether the packet was
 * trimmed.
 */
void
CodePointRows::Check(const FabricConfig& all)
{
    if ((all.alsoTrimmable >> all.dscp.noTrim & 1) != 0)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile::TrimmableDscps has DscpNoTrim (" +
                                    std::to_string(all.dscp.noTrim) + "); expected it without");
    }
    for (const uint8_t dscp : {all.dscp.control, all.dscp.trimmed, all.dscp.trimmedLastHop})
    {
        if ((all.alsoTrimmable >> dscp & 1) != 0)
        {
            throw std::invalid_argument("ns3::mrc::FabricProfile::TrimmableDscps has " +
                                        std::to_string(dscp) +
                                        ", a DSCP of control or of trimmed packets; expected "
                                        "others");
        }
    }
    for (unsigned dscp = 0; dscp < 64; ++dscp)
    {
        const bool isOther = all.dscp.IsData(dscp) || all.dscp.IsTrimmed(dscp) ||
                             (all.alsoTrimmable >> dscp & 1) != 0;
        if (isOther && (all.alsoControl >> dscp & 1) != 0)
        {
            throw std::invalid_argument("ns3::mrc::FabricProfile::ControlDscps has " +
                                        std::to_string(dscp) +
                                        ", a DSCP of data or of trimmed packets; expected others");
        }
    }
    if (all.dscp.HasClash())
    {
        std::ostringstream what;
        what << "ns3::mrc::FabricProfile: DSCPs clash; expected different ones for DscpControl ("
             << +all.dscp.control << "), the trimmed packets (" << +all.dscp.trimmed << ", "
             << +all.dscp.trimmedLastHop << "), DscpNoTrim (" << +all.dscp.noTrim
             << ") and the trimmable data (" << +all.dscp.trimmable << ", "
             << +all.dscp.trimmableRetx << ")";
        throw std::invalid_argument(what.str());
    }
}

} // namespace mrc
} // namespace ns3
