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

  private:
    struct Figure
    {
        std::string name;
        std::string value;
        std::string unit;
    };

    void AddConnections(const QueuePairCounters& sum, uint32_t planes);
    void AddRoce(const Network& network);
    void AddRouting(const RouteControl& routes);
    void AddFabric(const Fabric& fabric);

    std::vector<Figure> m_figures;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RUN_SUMMARY_H */
