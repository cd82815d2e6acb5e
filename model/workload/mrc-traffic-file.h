/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAFFIC_FILE_H
#define MRC_TRAFFIC_FILE_H

#include "mrc-connection-matrix.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

/** When do transfers start [traffic-loops]? */
enum class TrafficLoop : uint8_t
{
    AS_GIVEN, //!< as the workload says
    OPEN,     //!< at times of their own, whatever becomes of others
    CLOSED,   //!< once others are done
};

/** What a run takes of a workload, and the values that its format leaves to the user. */
struct TrafficChoices
{
    uint32_t nics{0};      //!< for formats without that number; 0: as many as transfers need
    uint64_t mostSends{0}; //!< of each rank, the first ones [first-sends]; 0: all
    TrafficLoop loop{TrafficLoop::AS_GIVEN}; //!< when transfers start [traffic-loops]
    double gpuTflops{0}; //!< 10^12 operations a second of a GPU, for work that has no time of its
                         //!< own [chakra-work]; 0: such work is refused
    bool isRepeated{false}; //!< each transfer is done several times: all of a list is in memory
};

/**
 * Reads a file of traffic: `FILE.txt` is flow.txt of the HPCC family of simulators [hpcc-flows].
 * A long list stays in its file, which is read as the run goes on [flow-window].
 * A `FILE.txt` that begins with a word is a workload of SimAI, with eight GPUs in a node
 * [simai-files]. `FILE.goal` is a schedule in GOAL [goal-files], `FILE.bin` a binary one
 * [goal-binary]. Anything else is a traffic matrix of htsim [htsim-files]. A long schedule stays in
 * its file, which is read as the run goes on [goal-window]. `PREFIX.%d.et` are traces of Chakra
 * [chakra-files].
 *
 * @param path of the file
 * @param choices of the user
 * @return the transfers of the file
 * @throws ParseError `path:line:column: what is wrong; what was expected`
 * @throws ChakraError for a trace, `path:byte: ...`
 * @throws std::invalid_argument if a schedule or a workload has too many operations, or traces are
 * missing, or if transfers cannot start as asked for
 */
ConnectionMatrix ReadTrafficFile(const std::string& path, const TrafficChoices& choices);

/**
 * @param path of the file
 * @param nics as TrafficChoices
 * @return as above, all of the file as it is
 */
ConnectionMatrix ReadTrafficFile(const std::string& path, uint32_t nics = 0);

/**
 * @param name open, closed, or empty for a workload as it is
 * @return the loop
 * @throws std::invalid_argument for another name
 */
TrafficLoop ReadTrafficLoop(const std::string& name);

/** @return whether transfers of a matrix wait for others, CLOSED, or not, OPEN */
TrafficLoop LoopOf(const ConnectionMatrix& matrix);

/** @return the name of a loop, such as "open"; empty for AS_GIVEN */
const char* ToString(TrafficLoop loop);

/**
 * Has transfers start in another way [traffic-loops].
 *
 * @param matrix of any workload
 * @param loop how they start
 * @return the matrix; where an open one becomes closed, each transfer of a NIC starts once the one
 * before it is complete
 * @throws std::invalid_argument naming the workload, if its transfers cannot start so
 */
ConnectionMatrix InLoop(const ConnectionMatrix& matrix, TrafficLoop loop);

/**
 * Leaves out the later sends of each rank, and all that waits for one of those [first-sends].
 *
 * @param matrix with transfers; one of a stream was cut when it was read
 * @param most sends of each rank that stay, the first ones of the list; 0: all
 * @return the transfers that stay, with their numbers
 */
ConnectionMatrix FirstSends(const ConnectionMatrix& matrix, uint64_t most);

/**
 * Puts the nodes of a job further from each other, so that others have NICs between them
 * [traffic-beside].
 *
 * @param job with ranks on the first NICs
 * @param apart where the next node begins, in nodes; 1: behind the one before
 * @return the job; node k begins at NIC k * apart * GPUs of a node
 * @throws std::invalid_argument if there would be no NICs between nodes, or more than 2^20 NICs
 */
ConnectionMatrix SpreadNodes(const ConnectionMatrix& job, uint32_t apart);

/**
 * Adds traffic that is no part of a job, and shares the fabric with the job [traffic-beside].
 *
 * @param job transfers that keep their places in the list
 * @param others transfers that follow; their numbers and triggers count on from those of the job
 * @return both
 * @throws std::invalid_argument if one of them is read as the run goes on, or others would be
 *         inside a node of the job
 */
ConnectionMatrix Beside(const ConnectionMatrix& job, const ConnectionMatrix& others);

struct TrainingPlan;

/**
 * Reads traces of Chakra as one step of a job [chakra-step].
 *
 * @param path `PREFIX.%d.et`, or the first of them
 * @param gpuTflops as TrafficChoices
 * @return the step; ranks are NICs
 * @throws ChakraError as ReadTrafficFile
 * @throws std::invalid_argument likewise
 */
TrainingPlan ReadChakraPlan(const std::string& path, double gpuTflops);

/**
 * Writes flow.txt: `SOURCE DESTINATION 3 100 BYTES SECONDS`, in the order of time, to the
 * picosecond. 3 is the priority, 100 the port that the family's own generator writes.
 *
 * @param out where to
 * @param matrix transfers that start at a time of their own and cross the fabric
 * @throws std::invalid_argument if a transfer waits for another, or is inside a node
 */
void WriteFlowList(std::ostream& out, const ConnectionMatrix& matrix);

/**
 * Writes htsim's `.cm` format [htsim-files], as ReadConnectionMatrix and uet-htsim read it. Nothing
 * is written if the format cannot say all.
 *
 * Operations that are read as the run goes on are refused, but for lists of flows, which are read
 * twice. So are work of a GPU, transfers inside a node or without bytes, and triggers with a gate.
 * Numbers are at most 2^31 - 1, as uet-htsim reads no more.
 *
 * @param out where to
 * @param matrix transfers over the fabric and their triggers
 * @throws std::invalid_argument naming what is refused
 */
void WriteConnectionMatrix(std::ostream& out, const ConnectionMatrix& matrix);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAFFIC_FILE_H */
