/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INCAST_SERIES_H
#define MRC_INCAST_SERIES_H

#include "mrc-incast-benchmark.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The sum of several runs of one incast, each with random draws of its own.
 */
class IncastSeries
{
  public:
    /**
     * @param make makes the network of a run, in a simulator of its own
     * @param load the incast
     * @throws std::invalid_argument if either is empty
     */
    IncastSeries(std::function<Ptr<Network>()> make, const IncastLoad& load);

    /**
     * Makes one more run and destroys its simulator. The first has the run number of
     * RngSeedManager, each further one the next; the number is left as it was.
     */
    void Run();

    /** @return how many runs there were */
    uint64_t Runs() const;

    /** @return IncastBenchmark::LastCompletion, mean of the runs; one at least */
    double MeanLastCompletion() const;

    /** @return the greatest IncastBenchmark::LastCompletion; of one run at least */
    double WorstLastCompletion() const;

    /** @return IncastBenchmark::Excess, mean of the runs; one at least */
    IncastExcess MeanExcess() const;

    /** @return IncastBenchmark::JainIndex, mean of the runs; one at least */
    double MeanJainIndex() const;

    /** @return the least IncastBenchmark::JainIndex; of one run at least */
    double LeastJainIndex() const;

    /** @return the least number of trims that a sender had in all runs, other losses included */
    uint64_t LeastTrims() const;

    /** @return percent by which the trims of the sender furthest from the mean differ from it */
    double UnequalTrims() const;

  private:
    std::function<Ptr<Network>()> m_make;
    IncastLoad m_load;
    std::vector<double> m_last;    //!< completions, one of each run
    std::vector<double> m_indices; //!< the same
    IncastExcess m_excess;         //!< sum of all runs
    std::vector<uint64_t> m_trims; //!< of each sender, other losses too
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_INCAST_SERIES_H */
