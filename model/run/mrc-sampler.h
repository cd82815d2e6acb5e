/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SAMPLER_H
#define MRC_SAMPLER_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-port-counters.h"
#include "ns3/mrc-qp.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class Network;
class OutputFile;
class PathChanges;

constexpr uint64_t SAMPLES_MOST = 10000000; //!< rows of a file, some 0.6 GB; own choice

/** The targets that a Sampler reads. */
struct SampleTargets
{
    std::vector<PortIndex> ports;    //!< in ascending order
    std::vector<Ptr<Qp>> queuePairs; //!< in the order in which they were made
};

/**
 * Reads the targets to sample, in a user's words on a command line.
 *
 * @param list items with commas between them: nodes and ports as in ReadPortList, and queue pairs.
 * `qp:3` is all queue pairs by which NIC 3 posts, and `qp:3.7` those of them to NIC 7. `all` is
 * everything
 * @param network with the queue pairs that there are
 * @throws std::invalid_argument naming the item that is nothing of this network
 */
SampleTargets ReadSampleList(const std::string& list, const Network& network);

/**
 * Writes the state of ports and queue pairs into comma-separated files at regular times.
 *
 * `sample-ports.csv` has queues and load of ports, `sample-qps.csv` window, bytes in flight and
 * states of EVs of queue pairs; doc/main-job.rst has their columns. `path-changes.csv` has a row
 * for each EV of these queue pairs that is taken out of use or comes back. Readings do not change
 * the run. They end with the last that leaves no file with more rows than allowed.
 */
class Sampler
{
  public:
    /**
     * Makes the files for these targets, with the names of their columns, and reads for the first
     * time one period from now.
     *
     * @param network where; must outlive this
     * @param targets those to read
     * @param period from one reading to the next, above 0
     * @param folder of the files; made if there is none
     * @param most rows of each file of samples; the first reading is whole in any case
     * @throws std::invalid_argument naming the value out of range
     * @throws WriteError naming a file that cannot be made; later, out of Simulator::Run, one that
     *         cannot be written
     */
    Sampler(Ptr<Network> network,
            const SampleTargets& targets,
            Time period,
            const std::string& folder,
            uint64_t most = SAMPLES_MOST);

    /** Ends sampling. */
    ~Sampler();

    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;

    /**
     * Ends sampling and closes the files.
     *
     * @throws WriteError naming a file that is not whole
     */
    void Finish();

    /** @return what the files do not have, as there were too many rows: lines for a person */
    std::vector<std::string> LeftOut() const;

  private:
    /** Bytes that wait at a port, by class. */
    struct Backlogs
    {
        uint32_t data;
        uint32_t trimmed;
        uint32_t control;
    };

    void ScheduleNext();
    void Read();
    Backlogs BacklogsOf(PortIndex port) const;
    void WritePort(std::size_t i);
    void WriteQueuePair(const Qp& qp);

    Ptr<Network> m_network;
    SampleTargets m_targets;
    Time m_period;
    uint64_t m_most;            //!< rows of a file
    uint64_t m_left;            //!< readings that files have room for
    std::optional<Time> m_last; //!< when the last reading was, if there was no room for more
    std::vector<PortCounters> m_before; //!< of the ports, at the last reading
    std::unique_ptr<OutputFile> m_ports;
    std::unique_ptr<OutputFile> m_queuePairs;
    std::unique_ptr<PathChanges> m_pathChanges;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SAMPLER_H */
