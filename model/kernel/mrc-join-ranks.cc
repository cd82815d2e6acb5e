/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-wire.h"

#include <dlfcn.h>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the folder that holds this library, with a slash */
std::string
FolderOfLibrary()
{
    Dl_info info{};
    dladdr(reinterpret_cast<const void*>(&JoinRanks), &info);
    const std::string path = info.dli_fname == nullptr ? "" : info.dli_fname;
    return path.substr(0, path.rfind('/') + 1);
}

} // namespace

/** MPI is loaded here, as a program without ranks shall not wait for its library. */
std::unique_ptr<RankWire>
JoinRanks(uint32_t ranks)
{
    const std::string refused = "ns3::mrc::FabricProfile::Ranks is " + std::to_string(ranks);
    const std::string command = "./mrc run --ranks=" + std::to_string(ranks);
    // Open MPI's own parts look for its symbols among those that are known to all.
    void* library = dlopen((FolderOfLibrary() + "libmrc-mpi.so").c_str(), RTLD_NOW | RTLD_GLOBAL);
    void* maker = library == nullptr ? nullptr : dlsym(library, "MrcNewMpiWire");
    if (maker == nullptr)
    {
        throw std::invalid_argument(refused + ", and there is no MPI: " + dlerror() +
                                    "; expected 1, or a build with MPI, as " + command + " makes");
    }
    std::unique_ptr<RankWire> wire(reinterpret_cast<RankWire* (*)()>(maker)());
    if (wire->Count() != ranks)
    {
        throw std::invalid_argument(refused + ", and mpirun started " +
                                    std::to_string(wire->Count()) +
                                    " processes; expected as many, as " + command + " starts");
    }
    return wire;
}

} // namespace mrc
} // namespace ns3
