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

namespace
{

/**
 * A share of no buffer, and one outside of the buffer, would silently do nothing.
 *
 * @param set the values of attributes
 * @param all the same, where the SwitchProfile fills in the rest
 */
void
CheckShares(const FabricConfig& set, const FabricConfig& all)
{
    const FabricConfig defaults;
    const bool hasShares = set.bufferReserved != defaults.bufferReserved ||
                           set.dataThreshold != defaults.dataThreshold ||
                           set.trimmedThreshold != defaults.trimmedThreshold ||
                           set.controlThreshold != defaults.controlThreshold;
    if (all.bufferSize == 0 && hasShares)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile: BufferReserved, DataThreshold, "
                                    "TrimmedThreshold and ControlThreshold are shares of a shared "
                                    "buffer; expected BufferSize, or their defaults");
    }
    if (all.bufferReserved > all.bufferSize)
    {
        throw std::invalid_argument(
            "ns3::mrc::FabricProfile::BufferReserved = " + std::to_string(all.bufferReserved) +
            " exceeds BufferSize = " + std::to_string(all.bufferSize) +
            "; expected no more than that");
    }
}

} // namespace

void
BufferRows::Add(FabricRows& rows)
{
    rows.Row("BufferSize",
             &FabricConfig::bufferSize,
             0,
             uint64_t{1} << 40,
             "Bytes that all ports of a switch share, instead of DataLimit and the other limits; "
             "0: none [shared-buffer]")
        .Row("BufferReserved",
             &FabricConfig::bufferReserved,
             0,
             1 << 24,
             "Bytes that each class of each port has beside the shared buffer [shared-buffer]")
        .Row("DataThreshold",
             &FabricConfig::dataThreshold,
             -10,
             10,
             "Exponent n: the data class of a port may hold 2^n times what is free of the shared "
             "buffer; SAI's dynamic_th [shared-buffer]")
        .Row("TrimmedThreshold",
             &FabricConfig::trimmedThreshold,
             -10,
             10,
             "The same of the trimmed class [shared-buffer]")
        .Row("ControlThreshold",
             &FabricConfig::controlThreshold,
             -10,
             10,
             "The same of the control class [shared-buffer]");
}

/** Two attributes that would both decide about the same packet are a mistake. */
void
BufferRows::Check(const FabricConfig& set, const FabricConfig& all)
{
    CheckShares(set, all);
    if (all.bufferSize == 0)
    {
        return;
    }
    if (all.admission)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile: a shared buffer (BufferSize) and "
                                    "AdmissionFactory cannot both admit; expected one of them");
    }
    if (all.marking)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile: with a shared buffer (BufferSize) "
                                    "queues have no limits that a MarkerFactory could mark by; "
                                    "expected one of them");
    }
    const FabricConfig defaults;
    const bool hasLimits =
        set.dataLimit != defaults.dataLimit || set.lastHopLimit != defaults.lastHopLimit ||
        set.untrimmedLimit != defaults.untrimmedLimit ||
        set.trimmedLimit != defaults.trimmedLimit || set.controlLimit != defaults.controlLimit;
    if (hasLimits)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile: a shared buffer (BufferSize) decides "
                                    "instead of DataLimit, LastHopLimit, UntrimmedLimit, "
                                    "TrimmedLimit and ControlLimit; expected their defaults");
    }
    if (set.trimVictim != TRIM_VICTIM_ARRIVING)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile: with a shared buffer (BufferSize) "
                                    "the packet that arrives is trimmed, as in switches; expected "
                                    "TrimVictim = Arriving");
    }
}

} // namespace mrc
} // namespace ns3
