/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-wire.h"
#include "mrc-sister-library.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

/** MPI is loaded here, as a program without ranks shall not wait for its library. */
std::unique_ptr<RankWire>
JoinRanks(uint32_t ranks)
{
    const std::string refused = "ns3::mrc::FabricProfile::Ranks is " + std::to_string(ranks);
    const std::string command = "./mrc run --ranks=" + std::to_string(ranks);
    // Open MPI's own parts look for its symbols among those that are known to all.
    std::string why;
    void* maker = FunctionOf({"libmrc-mpi.so", "MrcNewMpiWire"}, why);
    if (maker == nullptr)
    {
        throw std::invalid_argument(refused + ", and there is no MPI: " + why +
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
