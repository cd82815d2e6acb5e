/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "data-file.h"

namespace ns3
{
namespace mrc
{

std::string
DataFile(const std::string& name)
{
    return std::string(MRC_DATA_DIR) + "/" + name; // from CMake: __FILE__ may be a relative path
}

} // namespace mrc
} // namespace ns3
