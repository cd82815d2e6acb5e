/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The command line of mrc-fabric.

#ifndef MRC_FABRIC_COMMAND_LINE_H
#define MRC_FABRIC_COMMAND_LINE_H

#include "mrc-fabric-option-texts.h"
#include "mrc-fabric-options.h"
#include "mrc-fabric-presets.h"

/** @return the options, with the main job if there is neither --matrix nor --topology */
inline Options
ReadOptions(int argc, char* argv[])
{
    Options o;
    SetPresets(argc, argv);
    ns3::mrc::ProgramOptions cmd("mrc-fabric.cc");
    cmd.Usage("Runs a traffic matrix over a multi-plane fabric. Without --matrix and --topology:\n"
              "--matrix=perm_32n_32c_2MB.cm --topology=ls32_100.topo --planes=2 --repeat=100\n"
              "--fail=link:0.1.7@1ms..2ms. Attributes are options too, such as\n"
              "--ns3::mrc::FabricProfile::TrimSize=256 (--PrintGroup=Mrc lists them).");
    AddFabric(cmd, o);
    AddFiles(cmd, o);
    AddWays(cmd, o);
    cmd.Parse(argc, argv);
    o.claim = cmd.Claim();
    o.words = WordsOf(argc, argv);
    CheckOptions(o);
    if (o.qps != 0)
    {
        ns3::Config::SetDefault("ns3::mrc::QpProfile::PerPair", ns3::UintegerValue(o.qps));
    }
    if (cmd.IsGiven("partition"))
    {
        ns3::Config::SetDefault("ns3::mrc::FabricProfile::Partition",
                                ns3::StringValue(o.partition));
    }
    if (cmd.IsGiven("ranks"))
    {
        ns3::Config::SetDefault("ns3::mrc::FabricProfile::Ranks", ns3::UintegerValue(o.ranks));
    }
    FillOptions(o, cmd);
    return o;
}

#endif /* MRC_FABRIC_COMMAND_LINE_H */
