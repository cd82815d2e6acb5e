/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CHAKRA_TRANSLATOR_H
#define MRC_CHAKRA_TRANSLATOR_H

#include "mrc-chakra-calls.h"
#include "mrc-chakra-groups.h"
#include "mrc-chakra-reader.h"
#include "mrc-goal-limits.h"
#include "mrc-goal-sink.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Processors of a rank; messages have one without work, so they wait for none. */
enum ChakraCpu : uint8_t
{
    CHAKRA_GPU = 0,
    CHAKRA_HOST = 1,
    CHAKRA_JOINT = 2, //!< work without time, where a node begins or ends
    CHAKRA_MESSAGES = 3,
};

/** The workload of a translator. */
struct ChakraSetup
{
    uint32_t ranks{0};          //!< of the workload
    uint32_t reach{GOAL_REACH}; //!< operations of a rank between two of which the one waits for the
                                //!< other
    double gpuTflops{0}; //!< 10^12 operations a second, for work without a duration; 0: unknown
};

/** Makes operations of a schedule of the nodes of ranks, one rank after the other [chakra-work]. */
class ChakraTranslator
{
  public:
    /**
     * @param setup of the workload
     * @param groups of ranks, which outlive this
     * @param sink gets the operations, and outlives this
     */
    ChakraTranslator(const ChakraSetup& setup, const ChakraGroups& groups, GoalSink& sink);

    /** @param rank the next one @param name of its trace, for messages */
    void Begin(uint32_t rank, const std::string& name);

    /**
     * @param node the next one of the rank
     * @param number of the node among all, from 1: the line of its operations
     * @throws ChakraError if the node cannot be done
     * @throws ParseError if the sink refuses an operation
     */
    void Add(const ChakraNode& node, uint32_t number);

    /** The rank has no more nodes. @throws ChakraError if something is left out */
    void End();

  private:
    /** The first operation of a node that waits for a node which has not come yet. */
    struct Waiting
    {
        uint32_t place{0};
        uint64_t id{0};     //!< of the node that waits
        uint64_t at{0};     //!< the byte of that node
        uint64_t before{0}; //!< the node that has not come
    };

    /** The first and the last operation of a node. */
    struct Ends
    {
        uint32_t first{0};
        uint32_t last{0};
    };

    Ends AddOperations(const ChakraNode& node);
    Ends AddWork(const ChakraNode& node);
    Ends AddMessage(const ChakraNode& node);
    Ends AddCollective(const ChakraNode& node);
    Ends AddSteps(const ChakraNode& node, const ChakraCollective& collective, uint32_t group);
    void AddStep(const ChakraNode& node, const ChakraStep& step, uint32_t group);
    uint32_t GroupOf(const ChakraNode& node) const;
    uint32_t RootOf(const ChakraNode& node, uint32_t group) const;
    uint64_t NanosecondsOf(const ChakraNode& node) const;
    uint32_t AddCalc(uint64_t nanoseconds, uint8_t cpu, const std::string& label);
    uint32_t AddOperation(const GoalOperation& operation, const std::string& label);
    void WaitForAll(const ChakraNode& node, uint32_t place);
    void Wait(uint32_t place, uint32_t before);
    void Release(uint64_t id, uint32_t place);
    void CheckOldest();
    void ForgetReleased();
    uint64_t NumberOf(const ChakraNode& node,
                      const std::string& name,
                      uint64_t most,
                      std::optional<uint64_t> without) const;
    [[noreturn]] void Fail(const ChakraNode& node, const std::string& message) const;
    [[noreturn]] void FailUnknown(const Waiting& waiting) const;

    ChakraSetup m_setup;
    const ChakraGroups& m_groups;
    GoalSink& m_sink;
    ChakraCalls m_calls;
    uint32_t m_rank{0};
    std::string m_name;         //!< of the rank's trace
    uint32_t m_number{0};       //!< of the node
    uint32_t m_newest{0};       //!< place of the newest operation
    std::deque<Waiting> m_line; //!< in their order, some of which wait no more
    uint64_t m_waits{0};        //!< of these those that wait
    std::unordered_map<uint64_t, std::vector<Waiting>> m_waiting; //!< by the node they wait for
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CHAKRA_TRANSLATOR_H */
