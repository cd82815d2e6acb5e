/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROGRESS_H
#define MRC_PROGRESS_H

#include "mrc-workload-run.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

/** How far a run is. */
struct ProgressSample
{
    uint64_t flowsDone{0}; //!< flows that are complete
    uint64_t flows{0};     //!< of the whole run
    uint64_t bytesDone{0}; //!< at their destination
    uint64_t bytes{0};     //!< of the whole run
    Time simulated;        //!< simulated time
    uint64_t events{0};    //!< hot events so far
    double wallSeconds{0}; //!< since the run began
};

/**
 * @param now the present state of the run
 * @param before the state some time ago: the rate of events is that since then
 * @return one line for people, without the end of line
 */
std::string ProgressLine(const ProgressSample& now, const ProgressSample& before);

/** Shows how far a run is, now and then. */
class ProgressReporter
{
  public:
    /**
     * @param out where to
     * @param style how
     */
    ProgressReporter(std::ostream& out, ProgressStyle style);

    /**
     * Shows the line if the line is due.
     *
     * @param sample how far the run is
     */
    void Show(const ProgressSample& sample);

    /**
     * Writes a line of its own at once.
     *
     * @param text without the end of line
     */
    void Say(const std::string& text);

    /**
     * Writes a last line, with the rate of events of the whole run.
     *
     * @param sample how far the run came
     */
    void Finish(const ProgressSample& sample);

  private:
    /** Takes the changing line away. */
    void Clear();

    std::ostream& m_out;
    ProgressStyle m_style;
    bool m_lineStands{false};
    ProgressSample m_shown; //!< the last one
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PROGRESS_H */
