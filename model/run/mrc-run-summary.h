/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RUN_SUMMARY_H
#define MRC_RUN_SUMMARY_H

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class Fabric;
class FlowStatistics;
class Network;
class RecoveryTimes;
class RouteControl;
struct CollectiveBuffer;
struct QueuePairCounters;

/** A figure of a run. */
struct RunFigure
{
    std::string name;     //!< such as `slow-down, p50`
    std::string value;    //!< words, or a number in decimals
    std::string unit;     //!< empty: none, as of words
    bool isNumber{false}; //!< whether the value is one
};

/** @return the release of ns-3 that the module was built with, such as 3.37 */
const char* Ns3Version();

/**
 * The figures of a run, each with its name and unit, as a table for people or for programs.
 */
class RunSummary
{
  public:
    /**
     * Adds words.
     *
     * @param name of the figure
     * @param words the figure
     */
    void Add(const std::string& name, const std::string& words);

    /**
     * Adds a whole number.
     *
     * @param name of the figure
     * @param number the figure
     * @param unit may be empty
     */
    void AddCount(const std::string& name, uint64_t number, const std::string& unit);

    /**
     * Adds a number with three decimals.
     *
     * @param name of the figure
     * @param number the figure
     * @param unit may be empty
     */
    void AddMeasure(const std::string& name, double number, const std::string& unit);

    /**
     * Adds flow completion times, slow-downs and goodput.
     *
     * @param flows those of the run
     */
    void AddFlows(FlowStatistics& flows);

    /**
     * Adds time and bandwidths of a collective operation, if the flows are all of one
     * [bus-bandwidth].
     *
     * @param flows those of the run, all complete
     * @param buffer of the operation
     */
    void AddCollective(const FlowStatistics& flows, const CollectiveBuffer& buffer);

    /**
     * Adds the counters of connections and fabric, and the fingerprint.
     *
     * @param network where the run was
     */
    void AddNetwork(Network& network);

    /**
     * Adds how long lost packets waited to be sent again, for each cause that there was.
     *
     * @param times those of the run
     */
    void AddRecovery(RecoveryTimes& times);

    /** Adds seed, run and the version of ns-3. */
    void AddOrigin();

    /**
     * Writes a table of three columns.
     *
     * @param out where to
     */
    void Print(std::ostream& out) const;

    /**
     * Writes comma-separated values with the columns figure,value,unit.
     *
     * @param out where to
     */
    void WriteCsv(std::ostream& out) const;

    /**
     * Writes them into the file summary.csv.
     *
     * @param folder where; made if there is none
     * @throws std::runtime_error if the file cannot be written
     */
    void WriteCsv(const std::string& folder) const;

    /** @return the figures so far, in the order in which they were added */
    const std::vector<RunFigure>& Figures() const
    {
        return m_figures;
    }

  private:
    void AddConnections(const QueuePairCounters& sum, const std::vector<uint64_t>& byPlane);
    void AddRoce(const Network& network);
    void AddRouting(const RouteControl& routes);
    void AddFabric(const Fabric& fabric);

    std::vector<RunFigure> m_figures;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RUN_SUMMARY_H */
