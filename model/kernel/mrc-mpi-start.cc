/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A part of libmrc-mpi, as mrc-mpi-wire.cc is.

#ifdef MRC_HAS_MPI

#include "mrc-mpi-start.h"

#ifdef MRC_HAS_NS3_MPI
#include "ns3/global-value.h"
#include "ns3/mpi-interface.h"
#include "ns3/string.h"
#endif

#include <stdexcept>

namespace ns3
{
namespace mrc
{

/** MPI starts once in a process, and never again once it has ended. */
MpiStart::MpiStart()
{
    int isStarted = 0;
    int isOver = 0;
    MPI_Initialized(&isStarted);
    MPI_Finalized(&isOver);
    if (isOver != 0)
    {
        throw std::invalid_argument(
            "a network on several ranks after MPI has ended, as with an earlier network; expected "
            "one rank, or an ns3::mrc::FirstRankSpeaks that still exists");
    }
    if (isStarted == 0)
    {
        // FUNNELED: the thread that starts MPI alone calls MPI, whatever threads the shards have.
        int provided = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
        m_isMpiOurs = true;
    }
#ifdef MRC_HAS_NS3_MPI
    if (!MpiInterface::IsEnabled())
    {
        // Enable also names a simulator of ns-3, for the next Simulator::Destroy and on.
        StringValue simulator;
        GlobalValue::GetValueByName("SimulatorImplementationType", simulator);
        MpiInterface::Enable(MPI_COMM_WORLD);
        GlobalValue::Bind("SimulatorImplementationType", simulator);
        m_isInterfaceOurs = true;
    }
#endif
}

MPI_Comm
MpiStart::Ranks() const
{
#ifdef MRC_HAS_NS3_MPI
    return MpiInterface::GetCommunicator();
#else
    return MPI_COMM_WORLD;
#endif
}

void
MpiStart::End()
{
#ifdef MRC_HAS_NS3_MPI
    if (m_isInterfaceOurs)
    {
        MpiInterface::Disable();
    }
#endif
    if (m_isMpiOurs)
    {
        MPI_Finalize();
    }
}

} // namespace mrc
} // namespace ns3

#endif
