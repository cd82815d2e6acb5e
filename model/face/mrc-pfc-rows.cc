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
PfcRows::Add(FabricRows& rows)
{
    rows.Row("PfcPriority",
             &FabricConfig::pfcPriority,
             0,
             7,
             "Priority that pause frames name [pfc-frame]")
        .Row("PfcXoff",
             &FabricConfig::pfcXoff,
             0,
             1 << 30,
             "Bytes of lossless frames that came by one link and wait in a switch, beyond which "
             "the link's sender is paused. With 0 the threshold is dynamic if BufferSize is set, "
             "else DataLimit [pfc-threshold]")
        .Row("PfcThreshold",
             &FabricConfig::pfcThreshold,
             -10,
             10,
             "Exponent of 2: a dynamic threshold is so many times what is free of the shared "
             "buffer [pfc-threshold]")
        .Row("PfcXonOffset",
             &FabricConfig::pfcXonOffset,
             0,
             1 << 30,
             "Bytes below the threshold at which a pause ends; or nothing waits [pfc-threshold]")
        .Row("PfcHeadroom",
             &FabricConfig::pfcHeadroom,
             0,
             1 << 30,
             "Bytes beyond the threshold for each link, for what comes until a pause acts; 0: as "
             "SONiC reckons by rate and delay [pfc-headroom]")
        .Row("PfcHeadroomPool",
             &FabricConfig::pfcHeadroomPool,
             0,
             1 << 30,
             "Bytes of headroom that all links into a switch share, each up to its PfcHeadroom; 0: "
             "each has all of its own [pfc-headroom-pool]")
        .Row("PfcQuanta",
             &FabricConfig::pfcQuanta,
             1,
             65535,
             "How long a pause lasts unless it is repeated, in times of 512 bits [pfc-frame]")
        .Row("PfcResponse",
             &FabricConfig::pfcResponse,
             Time(0),
             Seconds(1),
             "Time from the arrival of a pause until it acts, at least the latency of the "
             "switch. With 0 the time goes by the rate of the link, as SONiC has it "
             "[pfc-response]")
        .Row("PfcWatchdogDetect",
             &FabricConfig::pfcDetect,
             Time(0),
             Seconds(5),
             "A switch's port that has data and is paused so long is in a storm: its data is "
             "dropped; 0: there is no watchdog [pfc-watchdog]")
        .Row("PfcWatchdogRestore",
             &FabricConfig::pfcRestore,
             NanoSeconds(1),
             Seconds(60),
             "A storm is over when its port was not paused for so long [pfc-watchdog]");
}

namespace
{

/** Frames wait below the threshold in the shared buffer, and beyond in the headroom beside. */
void
CheckRooms(const FabricConfig& all)
{
    struct Row
    {
        const char* name;
        uint64_t bytes;
        const char* of;
        uint64_t most; //!< 0: there is no such room
    };

    // A room must fit into the one that it is a part of.
    const Row rows[] = {
        {"PfcXoff", all.pfcXoff, "BufferSize", all.bufferSize},
        {"PfcHeadroom", all.pfcHeadroom, "BufferSize", all.bufferSize},
        {"PfcHeadroom", all.pfcHeadroom, "PfcHeadroomPool", all.pfcHeadroomPool},
        {"PfcHeadroomPool", all.pfcHeadroomPool, "BufferSize", all.bufferSize},
    };
    for (const Row& row : rows)
    {
        if (row.most != 0 && row.bytes > row.most)
        {
            throw std::invalid_argument(std::string("ns3::mrc::FabricProfile::") + row.name +
                                        " = " + std::to_string(row.bytes) + " exceeds " + row.of +
                                        " = " + std::to_string(row.most) +
                                        "; expected no more than that");
        }
    }
}

} // namespace

/** A lossless frame that another attribute has trimmed, or puts elsewhere, is a mistake. */
void
PfcRows::Check(const FabricConfig& all)
{
    CheckRooms(all);
    for (unsigned dscp = 0; dscp < 64; ++dscp)
    {
        const DscpPlan& plan = all.dscp;
        const bool isTrimmed = dscp == plan.trimmable || dscp == plan.trimmableRetx ||
                               (all.alsoTrimmable >> dscp & 1) != 0;
        const bool isOther = plan.IsTrimmed(dscp) || dscp == plan.control ||
                             (all.alsoControl >> dscp & 1) != 0 || (isTrimmed && all.trimming);
        if (isOther && (all.lossless >> dscp & 1) != 0)
        {
            throw std::invalid_argument(
                "ns3::mrc::FabricProfile::LosslessDscps has " + std::to_string(dscp) +
                ", a DSCP of trimmable data or of another class; expected others");
        }
    }
}

} // namespace mrc
} // namespace ns3
