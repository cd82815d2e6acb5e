/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Compiled into a library of its own, libmrc-mpi, where the build has MPI; else there is nothing
// here.

#ifdef MRC_HAS_MPI

#include "mrc-mpi-start.h"
#include "mrc-rank-wire.h"

#include <exception>
#include <iostream>
#include <mpi.h>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** The ranks of a run, which are processes of one mpirun. */
class MpiWire : public RankWire
{
  public:
    MpiWire();
    MpiWire(const MpiWire&) = delete;
    MpiWire& operator=(const MpiWire&) = delete;

    uint32_t Own() const override
    {
        return static_cast<uint32_t>(m_own);
    }

    uint32_t Count() const override
    {
        return static_cast<uint32_t>(m_count);
    }

    void Send(uint32_t to, const void* first, std::size_t bytes) override;
    void Flush() override;
    RankBytes Receive(uint32_t from) override;
    void Close() override;
    [[noreturn]] void Abort(const std::string& why) override;

  private:
    MpiStart m_start;
    MPI_Comm m_world{MPI_COMM_NULL}; //!< all ranks, apart from messages of others
    int m_own{0};
    int m_count{0};
    std::vector<MPI_Request> m_sends; //!< that may be under way
};

MpiWire::MpiWire()
{
    // A copy of the communicator keeps these messages apart from those of ns-3 and of scripts.
    MPI_Comm_dup(m_start.Ranks(), &m_world);
    MPI_Comm_rank(m_world, &m_own);
    MPI_Comm_size(m_world, &m_count);
}

void
MpiWire::Send(uint32_t to, const void* first, std::size_t bytes)
{
    // The library keeps the pointer to a request only for the call, so the vector may grow.
    m_sends.emplace_back();
    MPI_Isend(first,
              static_cast<int>(bytes),
              MPI_BYTE,
              static_cast<int>(to),
              0,
              m_world,
              &m_sends.back());
}

void
MpiWire::Flush()
{
    MPI_Waitall(static_cast<int>(m_sends.size()), m_sends.data(), MPI_STATUSES_IGNORE);
    m_sends.clear();
}

RankBytes
MpiWire::Receive(uint32_t from)
{
    MPI_Message message;
    MPI_Status status;
    // A receiver has to know the length, so the message that waits is asked for it first.
    int bytes = 0;
    MPI_Mprobe(static_cast<int>(from), 0, m_world, &message, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    RankBytes in(bytes);
    MPI_Mrecv(in.data(), bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    return in;
}

/** A process that an error ends goes without this: mpirun then ends the others. */
void
MpiWire::Close()
{
    MPI_Comm_free(&m_world);
    m_start.End();
}

void
MpiWire::Abort(const std::string& why)
{
    std::cerr << "mrc: rank " << m_own << " of " << m_count << " ends all: " << why << std::endl;
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::terminate(); // MPI has ended the process
}

} // namespace

} // namespace mrc
} // namespace ns3

/** What JoinRanks looks for. @return the way to the processes of this mpirun, for the caller */
extern "C" ns3::mrc::RankWire*
MrcNewMpiWire()
{
    return new ns3::mrc::MpiWire();
}

#endif
