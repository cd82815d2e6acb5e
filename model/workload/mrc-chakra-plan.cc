/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-plan.h"

#include "mrc-chakra-groups.h"
#include "mrc-chakra-reader.h"
#include "mrc-chakra-translator.h"
#include "mrc-goal-holder.h"
#include "mrc-goal-limits.h"
#include "mrc-goal-schedule.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** The name that PyTorch's profiler gives to the node in front of a step, but for a number. */
constexpr const char* CHAKRA_STEP_MARK = "ProfilerStep#";

bool
IsStepMark(const ChakraNode& node)
{
    return node.name.rfind(CHAKRA_STEP_MARK, 0) == 0;
}

/** @return what the messages of a node are for */
TrainingPart
MessagePartOf(const ChakraNode& node)
{
    if (node.kind != ChakraKind::COMM_COLL)
    {
        return TrainingPart::MESSAGE;
    }
    switch (static_cast<ChakraCollectiveKind>(node.numbers.at("comm_type")))
    {
    case ChakraCollectiveKind::ALL_REDUCE:
    case ChakraCollectiveKind::REDUCE:
    case ChakraCollectiveKind::REDUCE_SCATTER:
    case ChakraCollectiveKind::REDUCE_SCATTER_BLOCK:
        return TrainingPart::REDUCTION;
    default:
        return TrainingPart::EXCHANGE;
    }
}

/** Reads traces that were checked; an instance is used once. */
class ChakraPlanner
{
  public:
    ChakraPlanner(const ChakraFiles& files, const ChakraChoices& choices)
        : m_files(files),
          m_groups(files.ranks),
          m_holder(files.name, GOAL_MOST_OPERATIONS),
          m_translator({files.ranks, GOAL_REACH, choices.gpuTflops}, GroupsWith(files), m_holder)
    {
    }

    // The plan needs each operation's origin, so it reads the traces into memory.
    TrainingPlan Plan()
    {
        m_holder.SetRanks(m_files.ranks);
        for (uint32_t rank = 0; rank < m_files.ranks; ++rank)
        {
            Read(rank);
        }
        const GoalSchedule schedule = m_holder.Take();
        GoalPlan made = PlanGoal(schedule);
        TrainingPlan plan;
        for (uint32_t i = 0; i < made.origin.size(); ++i)
        {
            const GoalOperation& operation = schedule.operations[made.origin[i]];
            const Transfer& transfer = made.matrix.transfers[i];
            const Origin& origin = m_origins[operation.at.line - 1];
            const TrainingPart part =
                transfer.source == transfer.destination ? WorkPartOf(operation) : origin.message;
            plan.operations.push_back({origin.step, part});
            plan.before.Add(made.before[i]);
        }
        plan.matrix = std::move(made.matrix);
        plan.endsWithWork = false;
        return plan;
    }

  private:
    /** What a node tells of its operations. */
    struct Origin
    {
        uint32_t step;
        TrainingPart message; //!< what its messages are for
    };

    // Called while members are made: the translator keeps a reference to the groups.
    const ChakraGroups& GroupsWith(const ChakraFiles& files)
    {
        if (!files.groups.empty())
        {
            m_groups.Read(files.groups, files.groupsName);
        }
        return m_groups;
    }

    void Read(uint32_t rank)
    {
        const auto in = m_files.open(rank);
        ChakraReader reader(*in, ChakraNameOf(m_files.name, rank));
        m_translator.Begin(rank, ChakraNameOf(m_files.name, rank));
        uint32_t marks = 0;
        while (const std::optional<ChakraNode> node = reader.Next())
        {
            marks += IsStepMark(*node) ? 1 : 0;
            // What stands before the first mark is of the first step.
            m_origins.push_back({std::max(marks, 1U) - 1, MessagePartOf(*node)});
            m_translator.Add(*node, static_cast<uint32_t>(m_origins.size()));
        }
        m_translator.End();
        CheckMarks(rank, marks);
    }

    // Steps of ranks are joined by number, so a rank with other steps would mix them up.
    void CheckMarks(uint32_t rank, uint32_t marks)
    {
        m_marks = rank == 0 ? marks : m_marks;
        if (marks != m_marks)
        {
            throw ChakraError(ChakraNameOf(m_files.name, rank),
                              0,
                              std::to_string(marks) + " nodes named " + CHAKRA_STEP_MARK +
                                  "...; expected " + std::to_string(m_marks) + ", as rank 0 has");
        }
    }

    static TrainingPart WorkPartOf(const GoalOperation& operation)
    {
        const bool isGpu = operation.kind == GoalKind::CALC && operation.cpu == CHAKRA_GPU;
        return isGpu ? TrainingPart::WORK : TrainingPart::HOST;
    }

    const ChakraFiles& m_files;
    ChakraGroups m_groups;
    GoalHolder m_holder;
    ChakraTranslator m_translator;
    std::vector<Origin> m_origins; //!< by node
    uint32_t m_marks{0};           //!< of steps, that each rank has
};

} // namespace

TrainingPlan
PlanChakra(const ChakraFiles& files, const ChakraChoices& choices)
{
    StreamChakra(files, choices); // errors name nodes there, those of cycles and messages too
    return ChakraPlanner(files, choices).Plan();
}

} // namespace mrc
} // namespace ns3
