/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How the programs find files of examples/data, and fabrics.

#ifndef MRC_DATA_FILE_H
#define MRC_DATA_FILE_H

#include "ns3/mrc-module.h"

#include <cstdint>
#include <filesystem>
#include <string>

/** @return a file of the user, or else of examples/data */
inline std::string
DataFile(const std::string& name)
{
    const std::string shipped = std::string(MRC_DATA_DIR) + "/" + name;
    return !std::filesystem::exists(name) && std::filesystem::exists(shipped) ? shipped : name;
}

/** @return whether --topology names a file, not a preset */
inline bool
IsTopologyFile(const std::string& topology)
{
    const std::string kind = std::filesystem::path(topology).extension();
    return kind == ".topo" || kind == ".dot" || kind == ".gv" || kind == ".graphml";
}

/** @return the fabric of a file or of a preset */
inline ns3::mrc::TopologySpec
FabricOf(const std::string& topology, uint32_t nics)
{
    return IsTopologyFile(topology) ? ns3::mrc::ReadTopologyFile(DataFile(topology))
                                    : ns3::mrc::PresetTopology(topology, nics);
}

#endif /* MRC_DATA_FILE_H */
