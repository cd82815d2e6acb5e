/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-switch-profile.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Gives a member its value, if the member still has the default. */
template <auto FIELD>
void
Fill(FabricConfig& config, double value)
{
    auto& field = config.*FIELD;
    // A value that the user has set stays; one that equals the default counts as not set.
    if (field == FabricConfig().*FIELD)
    {
        field = static_cast<std::decay_t<decltype(field)>>(value);
    }
}

constexpr const char* SPECTRUM4 = "spectrum4-sonic";
constexpr const char* NOTHING = "the template names none";
constexpr const char* TEST_PLAN = "SONiC's test plan for packet trimming: Tomahawk 5 cuts to 206 B";
constexpr const char* LENGTHS =
    "SONiC's test plan for packet trimming: hardware leaves lengths and checksums as they were";
constexpr ProfileValue NO_LENGTH{TRIM_LENGTH_NONE, LENGTHS, "None"};
constexpr const char* CUMULUS = "Cumulus 5.14: the default profile of Spectrum-4";

} // namespace

// Values without a source are those of the templates in sonic-buildimage, of images for production.
// Weights are those of the queues of DSCP 48 (5), of trimmed packets (4), and of DSCP 1 and 2 (1).
const std::vector<ProfileRow>&
SwitchProfileRows()
{
    using C = FabricConfig;
    static const std::vector<ProfileRow> rows = {
        {"BufferSize",
         {165335712, nullptr},
         {125752320, nullptr},
         {216778752, nullptr},
         Fill<&C::bufferSize>},
        {"BufferReserved", {1778, nullptr}, {0, NOTHING}, {0, NOTHING}, Fill<&C::bufferReserved>},
        {"DataThreshold", {3, nullptr}, {-7, nullptr}, {-2, nullptr}, Fill<&C::dataThreshold>},
        {"TrimmedThreshold", {0, nullptr}, {0, nullptr}, {2, nullptr}, Fill<&C::trimmedThreshold>},
        {"ControlThreshold",
         {-3, nullptr},
         {-3, nullptr},
         {-3, SPECTRUM4},
         Fill<&C::controlThreshold>},
        {"EcnMinimumBytes",
         {166912, nullptr},
         {166912, nullptr},
         {166912, SPECTRUM4},
         Fill<&C::ecnMinimumBytes>},
        {"EcnMaximumBytes",
         {282624, nullptr},
         {282624, nullptr},
         {282624, SPECTRUM4},
         Fill<&C::ecnMaximumBytes>},
        {"EcnMaximumBytesT1",
         {282624, nullptr},
         {239616, nullptr},
         {239616, SPECTRUM4},
         Fill<&C::ecnMaximumBytesT1>},
        {"EcnProbability",
         {0.05, nullptr},
         {0.05, nullptr},
         {0.05, SPECTRUM4},
         Fill<&C::ecnProbability>},
        {"TrimSize", {206, TEST_PLAN}, {256, CUMULUS}, {256, SPECTRUM4}, Fill<&C::trimSize>},
        {"TrimLength", NO_LENGTH, NO_LENGTH, NO_LENGTH, Fill<&C::trimLength>},
        {"ControlWeight", {22, SPECTRUM4}, {22, nullptr}, {22, SPECTRUM4}, Fill<&C::controlWeight>},
        {"TrimmedWeight", {22, SPECTRUM4}, {22, nullptr}, {48, nullptr}, Fill<&C::trimmedWeight>},
        {"DataWeight", {8, SPECTRUM4}, {8, nullptr}, {8, SPECTRUM4}, Fill<&C::dataWeight>},
    };
    return rows;
}

const std::vector<ProfileGap>&
SwitchProfileGaps()
{
    static const std::vector<ProfileGap> gaps = {
        {"ControlDscps",
         "41 .. 50: in the template of Spectrum-4 these are the class of control packets, and "
         "11-40 that of trimmed packets"},
        {"DataClasses",
         "dscp=1-2 weight=8; dscp=3-4 weight=18; dscp=5-6 weight=22: three classes of data "
         "(template of Spectrum-4)"},
        {"TrimmableDscps", "1 .. 6, the same three classes of data (template of Spectrum-4)"},
        {"DscpTrimmed", "11, the default (both older templates)"},
        {"DscpTrimmedLastHop", "21, the default (both older templates)"},
        {"EcnMarkAt", "the templates do not say"},
        {"EcnOnLastHop", "on (both older templates; the MRC paper says off)"},
        {"TrimVictim", "Arriving, the default: the packet that is not admitted is cut (SAI)"},
    };
    return gaps;
}

const ProfileValue&
ProfileRow::Of(SwitchModel model) const
{
    return model == SWITCHES_TOMAHAWK5_SONIC   ? tomahawk5Sonic
           : model == SWITCHES_SPECTRUM4_SONIC ? spectrum4Sonic
                                               : sn6600Sonic;
}

FabricConfig
WithSwitchProfile(FabricConfig config)
{
    if (config.switches == SWITCHES_UEC || config.switches == SWITCHES_OF_PRESET)
    {
        return config; // the defaults
    }
    for (const ProfileRow& row : SwitchProfileRows())
    {
        row.fill(config, row.Of(config.switches).value);
    }
    return config;
}

} // namespace mrc
} // namespace ns3
