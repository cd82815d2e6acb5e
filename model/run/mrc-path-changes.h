/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_CHANGES_H
#define MRC_PATH_CHANGES_H

#include "ns3/mrc-output-file.h"
#include "ns3/mrc-path-state.h"
#include "ns3/mrc-qp.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

constexpr uint64_t PATH_CHANGES_MOST = 1000000; //!< rows of the file, some 60 MB; own choice

/**
 * Writes when EVs of queue pairs are taken out of use and come back, the file path-changes.csv.
 *
 * Marks and trims, which have an EV passed over for a while, are left out.
 */
class PathChanges
{
  public:
    /**
     * Writes the names of the columns, and listens from now on.
     *
     * @param queuePairs those to listen to
     * @param file path-changes.csv, which is empty
     * @param most rows of the file, 1 or more: what changes behind them is counted alone
     * @throws WriteError naming the file, later, out of Simulator::Run, if that cannot be written
     */
    PathChanges(const std::vector<Ptr<Qp>>& queuePairs,
                std::unique_ptr<OutputFile> file,
                uint64_t most = PATH_CHANGES_MOST);

    /** Listens no more. */
    ~PathChanges();

    PathChanges(const PathChanges&) = delete;
    PathChanges& operator=(const PathChanges&) = delete;

    /**
     * Listens no more and closes the file.
     *
     * @throws WriteError naming the file if that is not whole
     */
    void Finish();

    /** @return how many changes have no row */
    uint64_t LeftOut() const
    {
        return m_left;
    }

  private:
    /** What a queue pair tells, with what a row says of it: nobody may ask a Qp while it tells. */
    struct Ear
    {
        void Changed(const PathTransition& change);

        PathChanges* changes;
        Ptr<Qp> qp;
        uint64_t source;
        uint64_t destination;
        uint64_t number;
    };

    void Write(const Ear& ear, const PathTransition& change);
    void StopListening();

    std::unique_ptr<OutputFile> m_file;
    std::deque<Ear> m_ears; //!< trace sources keep their addresses
    uint64_t m_most;
    uint64_t m_rows{0};
    uint64_t m_left{0}; //!< changes that have no row
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_CHANGES_H */
