/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SIMAI_WORKLOAD_H
#define MRC_SIMAI_WORKLOAD_H

#include "mrc-training-job.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A collective operation of a row. */
enum class SimaiKind : uint8_t
{
    NONE,           //!< nothing is sent
    ALL_REDUCE,     //!< sums for all ranks
    ALL_GATHER,     //!< parts for all ranks
    REDUCE_SCATTER, //!< sums of which each rank has a part
    ALL_TO_ALL,     //!< a part for each other rank
};

/** The ranks that take part in a collective operation. */
enum class SimaiGroup : uint8_t
{
    TENSOR,  //!< those that share layers
    DATA,    //!< those with the same layers
    EXPERT,  //!< those that share experts
    REPLICA, //!< those with the same experts
};

/** What ranks send behind a part of a row. */
struct SimaiCollective
{
    SimaiKind kind{SimaiKind::NONE};      //!< operation
    SimaiGroup group{SimaiGroup::TENSOR}; //!< ranks
    uint64_t bytes{0};                    //!< of a rank's buffer, the longer one
};

/** A row of the file, a part of a layer. */
struct SimaiRow
{
    uint32_t forwardNs{0};   //!< work of the forward pass
    SimaiCollective forward; //!< behind that work
    uint32_t inputNs{0};     //!< work for the gradients of inputs
    SimaiCollective input;   //!< behind that work
    uint32_t weightNs{0};    //!< work for the gradients of weights
    SimaiCollective weight;  //!< behind that work, and beside all later work
    uint32_t updateNs{0};    //!< behind the operation of the weights
    /** The forward passes from this row on are repeated in front of the row's backward pass. */
    std::optional<uint32_t> repeatsFrom{};
};

/** How much of a pipeline a workload's step has. */
enum class SimaiStages : uint8_t
{
    ONE,      //!< one stage with one micro-batch, as SimAI simulates it
    AS_GIVEN, //!< as many as the file says
};

/** A training job as SimAI's files of workloads have it [simai-files]. */
struct SimaiWorkload
{
    /** With its ranks alone: name, tensor, data, pipeline, microbatches, expert and the node. */
    TrainingJob job;
    std::vector<SimaiRow> rows; //!< of a stage, in the order of forward passes
    uint64_t handedBytes{0};    //!< that a rank hands to the next stage, or back
    uint32_t stages{1};         //!< that the file says, also if the job has one alone
    uint32_t microbatches{1};   //!< likewise
    uint32_t chunks{1};         //!< of a stage, which would be interleaved (vpp)

    /** @param group which @return how many ranks each such group has */
    uint32_t SizeOf(SimaiGroup group) const;

    /** @param collective of a row @return whether ranks send anything for that */
    bool Sends(const SimaiCollective& collective) const;

    /** @return the job in a line: its ranks and its rows */
    std::string Describe() const;
};

/**
 * Reads a workload of SimAI: a policy with the groups, the number of rows, and the rows.
 *
 * @param in the text
 * @param name of the file, for messages
 * @param stages that the step has
 * @return the workload, with rows and groups that fit together
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
SimaiWorkload ReadSimaiWorkload(std::istream& in,
                                const std::string& name,
                                SimaiStages stages = SimaiStages::ONE);

/**
 * @param path of such a file
 * @param stages that the step has
 * @return the workload of the file
 * @throws ParseError as above, or at 1:1 if the file cannot be opened
 */
SimaiWorkload ReadSimaiWorkloadFile(const std::string& path, SimaiStages stages = SimaiStages::ONE);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SIMAI_WORKLOAD_H */
