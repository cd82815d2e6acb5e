/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How the programs find files of examples/data.

#ifndef MRC_DATA_FILE_H
#define MRC_DATA_FILE_H

#include <filesystem>
#include <string>

/** @return a file of the user, or else of examples/data */
inline std::string
DataFile(const std::string& name)
{
    const std::string shipped = std::string(MRC_DATA_DIR) + "/" + name;
    return !std::filesystem::exists(name) && std::filesystem::exists(shipped) ? shipped : name;
}

#endif /* MRC_DATA_FILE_H */
