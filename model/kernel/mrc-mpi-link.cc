/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Compiled into a library of its own, libmrc-mpi, where the build has MPI; else there is nothing
// here.

#ifdef MRC_HAS_MPI

#include "mrc-rank-link.h"

#include <exception>
#include <iostream>
#include <mpi.h>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** The ranks of MPI's world, which are all processes of one mpirun. */
class MpiLink : public RankLink
{
  public:
    MpiLink();
    ~MpiLink() override;
    MpiLink(const MpiLink&) = delete;
    MpiLink& operator=(const MpiLink&) = delete;

    uint32_t Own() const override
    {
        return static_cast<uint32_t>(m_own);
    }

    uint32_t Count() const override
    {
        return static_cast<uint32_t>(m_count);
    }

    std::vector<RankBytes> Exchange(const std::vector<RankBytes>& out) override;
    void Gather(const void* own, std::size_t bytes, void* all) override;
    void Share(uint32_t from, void* value, std::size_t bytes) override;
    [[noreturn]] void Abort(const std::string& why) override;

  private:
    int m_own{0};
    int m_count{0};
};

/** MPI starts once in a process, and never again once MPI has ended. */
MpiLink::MpiLink()
{
    int isStarted = 0;
    MPI_Initialized(&isStarted);
    if (isStarted != 0)
    {
        throw std::invalid_argument("a second network on several ranks in one process; expected "
                                    "one rank, or no other network");
    }
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &m_own);
    MPI_Comm_size(MPI_COMM_WORLD, &m_count);
}

/** A process that an error ends goes without a farewell: mpirun then ends the others. */
MpiLink::~MpiLink()
{
    if (std::uncaught_exceptions() == 0)
    {
        MPI_Finalize();
    }
}

std::vector<RankBytes>
MpiLink::Exchange(const std::vector<RankBytes>& out)
{
    std::vector<MPI_Request> sends;
    for (int to = 0; to < m_count; ++to)
    {
        if (to != m_own)
        {
            sends.emplace_back();
            MPI_Isend(out[to].data(),
                      static_cast<int>(out[to].size()),
                      MPI_BYTE,
                      to,
                      0,
                      MPI_COMM_WORLD,
                      &sends.back());
        }
    }
    std::vector<RankBytes> in(m_count);
    for (int from = 0; from < m_count; ++from)
    {
        if (from == m_own)
        {
            continue;
        }
        MPI_Message message;
        MPI_Status status;
        int bytes = 0;
        MPI_Mprobe(from, 0, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        in[from].resize(bytes);
        MPI_Mrecv(in[from].data(), bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    }
    MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
    return in;
}

void
MpiLink::Gather(const void* own, std::size_t bytes, void* all)
{
    const int count = static_cast<int>(bytes);
    MPI_Allgather(own, count, MPI_BYTE, all, count, MPI_BYTE, MPI_COMM_WORLD);
}

void
MpiLink::Share(uint32_t from, void* value, std::size_t bytes)
{
    MPI_Bcast(value, static_cast<int>(bytes), MPI_BYTE, static_cast<int>(from), MPI_COMM_WORLD);
}

void
MpiLink::Abort(const std::string& why)
{
    std::cerr << "mrc: rank " << m_own << " of " << m_count << " ends all: " << why << std::endl;
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::terminate(); // MPI has ended the process
}

} // namespace

} // namespace mrc
} // namespace ns3

/** What JoinRanks looks for. @return the ranks of this process's mpirun, which the caller owns */
extern "C" ns3::mrc::RankLink*
MrcNewMpiLink()
{
    return new ns3::mrc::MpiLink();
}

#endif
