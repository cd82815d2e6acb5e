/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MPI_START_H
#define MRC_MPI_START_H

#ifdef MRC_HAS_MPI

#include <mpi.h>

namespace ns3
{
namespace mrc
{

/** How does MPI come to this process, and go? A script may have started it, which then ends it. */
class MpiStart
{
  public:
    MpiStart();
    MpiStart(const MpiStart&) = delete;
    MpiStart& operator=(const MpiStart&) = delete;

    /** @return all ranks of the run, as its starter says */
    MPI_Comm Ranks() const;

    /** Ends what was started here. */
    void End();

  private:
    bool m_isMpiOurs{false};                        //!< whether MPI is to be ended here
    [[maybe_unused]] bool m_isInterfaceOurs{false}; //!< whether MpiInterface is
};

} // namespace mrc
} // namespace ns3

#endif

#endif /* MRC_MPI_START_H */
