/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONNECTION_MATRIX_H
#define MRC_CONNECTION_MATRIX_H

#include "mrc-shared-list.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{
namespace mrc
{

/** The number of a trigger, or none: of a million operations each has three. */
class TriggerId
{
  public:
    constexpr TriggerId() = default;

    /** @param id number, above 0; 0: none */
    constexpr TriggerId(uint32_t id)
        : m_id(id)
    {
    }

    /** @param id number, above 0, or none */
    constexpr TriggerId(const std::optional<uint32_t>& id)
        : m_id(id.value_or(0))
    {
    }

    /** @return whether there is a number */
    constexpr explicit operator bool() const
    {
        return m_id != 0;
    }

    /** @return the number, if there is one */
    constexpr uint32_t operator*() const
    {
        return m_id;
    }

    /** @return the number, if there is one, to change */
    constexpr uint32_t& operator*()
    {
        return m_id;
    }

    /** @return the number, or none */
    constexpr operator std::optional<uint32_t>() const
    {
        return m_id == 0 ? std::nullopt : std::optional<uint32_t>(m_id);
    }

    /** @return whether there is a number */
    constexpr bool has_value() const
    {
        return m_id != 0;
    }

    /** From now on there is none. */
    constexpr void reset()
    {
        m_id = 0;
    }

    friend constexpr bool operator==(TriggerId a, TriggerId b)
    {
        return a.m_id == b.m_id;
    }

    friend constexpr bool operator!=(TriggerId a, TriggerId b)
    {
        return a.m_id != b.m_id;
    }

  private:
    uint32_t m_id{0};
};

/** @param column of a line, which has at most 65536 bytes @return the same, or 65535 for the last
 */
constexpr uint16_t
ShortColumn(uint32_t column)
{
    return static_cast<uint16_t>(column < UINT16_MAX ? column : UINT16_MAX);
}

/**
 * One message from one NIC to another, and the triggers that the message waits for and sets off.
 */
struct Transfer
{
    uint32_t id{0};            //!< flow number, from 1, unique in its workload
    uint32_t source{0};        //!< sending NIC, from 0
    uint32_t destination{0};   //!< receiving NIC; the source itself: work of the source's GPU
    uint32_t line{0};          //!< in the file; 0: there is no file
    uint64_t bytes{0};         //!< length, 0: a signal without data; of work, ns
    Instant start;             //!< when the transfer is posted, unless startTrigger is set
    TriggerId startTrigger;    //!< posts the transfer
    TriggerId sendDoneTrigger; //!< activated by the sender's completion
    TriggerId recvDoneTrigger; //!< activated when all bytes are placed
    uint16_t column{0};        //!< of the start time or trigger in that line
    /** Of work: the processor, which does one work after the other. None: nobody keeps the work. */
    std::optional<uint8_t> cpu;
};

static_assert(sizeof(Transfer) <= 48, "a job has ten million transfers");

/** How a trigger turns activations into starts (the three kinds of htsim). */
enum class TriggerKind : uint8_t
{
    ONESHOT,   //!< the one activation starts all transfers that wait
    MULTISHOT, //!< each activation starts the next transfer that waits, in the order of the list
    BARRIER,   //!< as many activations as the trigger's count says start all transfers that wait
};

/** Starts transfers when others are done. */
struct Trigger
{
    uint32_t id{0};                         //!< number, from 1, unique in its workload
    TriggerKind kind{TriggerKind::ONESHOT}; //!< the effect of an activation
    uint16_t column{0};                     //!< of the trigger's id in its line
    uint32_t count{1};                      //!< activations that a barrier needs, at least 1
    uint32_t line{0};                       //!< in the file; 0: there is no file
    /** Nothing starts before all activations of this trigger. None: nothing else is waited for. */
    TriggerId gate{};
};

static_assert(sizeof(Trigger) <= 20, "a job has millions of triggers");

/**
 * The values that the bandwidth of a collective operation is computed from, as in nccl-tests
 * [bus-bandwidth].
 */
struct CollectiveBuffer
{
    uint64_t bytes{0};   //!< of each rank's buffer
    double busFactor{0}; //!< from algorithm to bus bandwidth; 0: this is no collective operation
};

/** GPUs that share a node, each with a NIC of its own, and the links inside the node [node-links].
 */
struct NodeModel
{
    uint32_t gpus{1}; //!< of a node: NICs r with the same r / gpus; above 0
    uint64_t bitsPerSecond{3'600'000'000'000}; //!< that a GPU sends: NVLink 4, 450 GB/s
    Span latency{Micros(1)};                   //!< from GPU to GPU; own choice

    /** @param source, destination NICs @return whether a transfer there stays inside a node */
    bool Holds(uint32_t source, uint32_t destination) const
    {
        return source / gpus == destination / gpus;
    }
};

struct FlowStream;
struct GoalStream;

/** A traffic matrix of the htsim family of simulators. */
struct ConnectionMatrix
{
    std::string name;               //!< of the file
    uint32_t nodes{0};              //!< NICs are numbered 0 .. nodes - 1
    SharedList<Transfer> transfers; //!< in the order of the file
    SharedList<Trigger> triggers;   //!< in the order of the file
    bool sharesPairs{false};        //!< transfers from a NIC to another share a queue pair
    CollectiveBuffer collective;    //!< if the transfers are one
    NodeModel node;                 //!< the transfers that do not cross the fabric
    std::shared_ptr<const GoalStream> stream{}; //!< in place of transfers: what is read as the run
                                                //!< goes on [goal-window]
    std::shared_ptr<const FlowStream> list{};   //!< likewise, flows with starts [flow-window]
    uint64_t mostSends{0}; //!< of each rank, if others may have been left out [first-sends]
};

/**
 * Reads htsim's `.cm` format [htsim-files].
 *
 * A header of `Nodes N`, `Connections N` and, if there are any, `Triggers N`; then, in any order,
 * `SOURCE->DESTINATION [id N] (start PICOSECONDS | trigger N) size BYTES [send_done_trigger N]
 * [recv_done_trigger N]` and `trigger id N (oneshot | multishot | barrier count N)`. A transfer
 * without an id gets the smallest number that the file leaves free. Lines that begin with # are
 * comments. The words `Failures` and `prio` are understood with the value 0 only, `msg` not at all.
 *
 * @param in the text
 * @param name of the file, for messages
 * @return the matrix: numbers in range, ids unique, triggers known; see TriggerGraph for the rest
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
ConnectionMatrix ReadConnectionMatrix(std::istream& in, const std::string& name);

/**
 * @param path of a file in the `.cm` format
 * @return the matrix of the file
 * @throws ParseError as above, or at 1:1 if the file cannot be opened
 */
ConnectionMatrix ReadConnectionMatrixFile(const std::string& path);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CONNECTION_MATRIX_H */
