/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_MPI_H
#define RANK_MPI_H

// MPI as a script starts it: by ns-3 where that has MPI, else as ns-3 would.

#include "rank-scene.h"

#include "ns3/core-module.h"

#ifdef MRC_HAS_NS3_MPI
#include "ns3/mpi-interface.h"
#endif

#include <mpi.h>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

#ifdef MRC_HAS_NS3_MPI
constexpr const char* MPI_OF = "ns-3";

inline void
EnableMpi()
{
    int argc = 0;
    char** argv = nullptr;
    MpiInterface::Enable(&argc, &argv);
}

inline void
DisableMpi()
{
    MpiInterface::Disable();
}

/** @throws std::logic_error if the ranks of a network are not those of MpiInterface */
inline void
RequireRanks(const Scene& scene, uint32_t ranks)
{
    if (ranks > 1 && (!MpiInterface::IsEnabled() || MpiInterface::GetSize() != ranks ||
                      (MpiInterface::GetSystemId() == 0) != scene.isFirst))
    {
        throw std::logic_error("MpiInterface knows " + std::to_string(MpiInterface::GetSize()) +
                               " ranks, of which this is " +
                               std::to_string(MpiInterface::GetSystemId()));
    }
}

#else
constexpr const char* MPI_OF = "the system";

/**
 * Does what ns-3's MpiInterface::Enable does, which Debian's ns-3 lacks: MPI starts, and the next
 * simulator is to be that of MpiInterface.
 */
inline void
EnableMpi()
{
    MPI_Init(nullptr, nullptr);
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DistributedSimulatorImpl"));
}

inline void
DisableMpi()
{
    MPI_Finalize();
}

inline void
RequireRanks(const Scene&, uint32_t)
{
}
#endif

} // namespace mrc
} // namespace ns3

#endif /* RANK_MPI_H */
