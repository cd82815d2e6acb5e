/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-translator.h"

#include "mrc-text-reader.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t CHAKRA_MOST_MICROS = 3600000000; //!< an hour, for a node; own choice
constexpr uint64_t CHAKRA_MOST_NS = 4000000000;     //!< of a calc, which has 32 bits
constexpr uint64_t CHAKRA_MOST_TAG = 0x7fffffff;    //!< of messages; above are groups
constexpr uint64_t CHAKRA_MOST_SIZE = 1ULL << 50;   //!< of a collective; own choice
constexpr std::size_t LINE_KEPT = 1024;             //!< of those that waited; own choice
constexpr uint64_t CHAKRA_MOST_KIND = 9;            //!< of collectives, in the schema

} // namespace

ChakraTranslator::ChakraTranslator(const ChakraSetup& setup,
                                   const ChakraGroups& groups,
                                   GoalSink& sink)
    : m_setup(setup),
      m_groups(groups),
      m_sink(sink),
      m_calls(groups)
{
}

void
ChakraTranslator::Begin(uint32_t rank, const std::string& name)
{
    m_rank = rank;
    m_name = name;
    m_newest = 0;
}

/**
 * A node becomes operations of GOAL: work a chain of calcs, a message one operation, a collective
 * its messages between two joints. Others wait for the last of them.
 */
void
ChakraTranslator::Add(const ChakraNode& node, uint32_t number)
{
    m_number = number;
    CheckOldest();
    if (m_sink.PlaceOf(std::to_string(node.id)))
    {
        Fail(node, "the id again; expected another one");
    }
    Release(node.id, AddOperations(node).last);
}

ChakraTranslator::Ends
ChakraTranslator::AddOperations(const ChakraNode& node)
{
    switch (node.kind)
    {
    case ChakraKind::COMP:
        return AddWork(node);
    case ChakraKind::COMM_SEND:
    case ChakraKind::COMM_RECV:
        return AddMessage(node);
    case ChakraKind::COMM_COLL:
        return AddCollective(node);
    case ChakraKind::METADATA:
    case ChakraKind::MEM_LOAD:
    case ChakraKind::MEM_STORE: {
        // Nodes without time of their own still order those that wait for them.
        const uint32_t place = AddCalc(0, CHAKRA_JOINT, std::to_string(node.id));
        WaitForAll(node, place);
        return {place, place};
    }
    default:
        Fail(node,
             "type " + std::to_string(static_cast<uint32_t>(node.kind)) +
                 "; expected 1 .. 7, of metadata, memory, work and communication");
    }
}

/**
 * Work of a node, as many operations as its time needs. Nodes that it waits for are before the
 * first of them.
 */
ChakraTranslator::Ends
ChakraTranslator::AddWork(const ChakraNode& node)
{
    const bool isHost = NumberOf(node, "is_cpu_op", 1, 0) != 0;
    std::optional<Ends> ends;
    uint64_t left = NanosecondsOf(node);
    // A calc has 32 bits of nanoseconds: longer work becomes a chain, and the last link has the
    // label.
    do
    {
        const uint64_t now = std::min(left, CHAKRA_MOST_NS);
        left -= now;
        const uint32_t place = AddCalc(now,
                                       isHost ? CHAKRA_HOST : CHAKRA_GPU,
                                       left == 0 ? std::to_string(node.id) : "");
        if (ends)
        {
            Wait(place, ends->last);
        }
        else
        {
            WaitForAll(node, place);
        }
        ends = {ends ? ends->first : place, place};
    } while (left != 0);
    return *ends;
}

/** @return how long work lasts: what the node says, or what its operations take at the user's rate
 */
uint64_t
ChakraTranslator::NanosecondsOf(const ChakraNode& node) const
{
    const uint64_t count = node.micros == 0 ? NumberOf(node, "num_ops", UINT64_MAX, 0) : 0;
    if (count != 0 && m_setup.gpuTflops == 0)
    {
        Fail(node,
             "num_ops without duration_micros; expected the time of the work, or the rate of a GPU "
             "in 10^12 operations a second (gpuTflops)");
    }
    // 10^12 operations a second are 10^6 in a microsecond.
    const double micros = count == 0 ? static_cast<double>(node.micros)
                                     : static_cast<double>(count) / (m_setup.gpuTflops * 1e6);
    if (micros > CHAKRA_MOST_MICROS)
    {
        constexpr double MANY = 1e18; // fits in 64 bits
        const auto length = static_cast<uint64_t>(std::min(micros, MANY));
        Fail(node,
             "work of " + std::to_string(count == 0 ? node.micros : length) +
                 " us; expected at most " + std::to_string(CHAKRA_MOST_MICROS));
    }
    return count == 0 ? node.micros * 1000 : static_cast<uint64_t>(std::llround(micros * 1000));
}

ChakraTranslator::Ends
ChakraTranslator::AddMessage(const ChakraNode& node)
{
    const bool isSend = node.kind == ChakraKind::COMM_SEND;
    const std::string self = isSend ? "comm_src" : "comm_dst";
    const std::string other = isSend ? "comm_dst" : "comm_src";
    const uint64_t own = NumberOf(node, self, UINT32_MAX, m_rank);
    if (own != m_rank)
    {
        Fail(node,
             self + " is " + std::to_string(own) + "; expected " + std::to_string(m_rank) +
                 ", the rank of the trace");
    }
    GoalOperation operation;
    operation.kind = isSend ? GoalKind::SEND : GoalKind::RECV;
    operation.cpu = CHAKRA_MESSAGES;
    operation.peer = static_cast<uint32_t>(NumberOf(node, other, m_setup.ranks - 1, std::nullopt));
    const uint64_t bytes = NumberOf(node, "comm_size", GOAL_MOST_BYTES, 0);
    // A message of 0 bytes still orders its two ends, and GOAL has none without bytes.
    operation.size = static_cast<uint32_t>(std::max<uint64_t>(bytes, 1));
    operation.tag = static_cast<uint32_t>(NumberOf(node, "comm_tag", CHAKRA_MOST_TAG, 0));
    if (operation.peer == m_rank)
    {
        Fail(node, "a message to the rank itself; expected another rank");
    }
    const uint32_t place = AddOperation(operation, std::to_string(node.id));
    WaitForAll(node, place);
    return {place, place};
}

ChakraTranslator::Ends
ChakraTranslator::AddCollective(const ChakraNode& node)
{
    ChakraCollective collective;
    collective.kind = static_cast<ChakraCollectiveKind>(
        NumberOf(node, "comm_type", CHAKRA_MOST_KIND, std::nullopt));
    collective.bytes = NumberOf(node, "comm_size", CHAKRA_MOST_SIZE, 0);
    const uint32_t group = GroupOf(node);
    collective.root = HasRoot(collective.kind) ? RootOf(node, group) : 0;
    // All ranks of a group call the same collectives in the same order, or some would wait for
    // ever.
    const std::string wrong = m_calls.Add(group, collective);
    if (!wrong.empty())
    {
        Fail(node, wrong);
    }
    return AddSteps(node, collective, group);
}

/**
 * The group of a collective is named by pg_name, a word or a number. Without a name all ranks take
 * part.
 */
uint32_t
ChakraTranslator::GroupOf(const ChakraNode& node) const
{
    const auto word = node.words.find("pg_name");
    const auto number = node.numbers.find("pg_name");
    const std::string name = word != node.words.end()       ? word->second
                             : number != node.numbers.end() ? std::to_string(number->second)
                                                            : "";
    const auto dimensions = node.allTrue.find("involved_dim");
    // Which ranks such a dimension has is not in the trace.
    if (name.empty() && dimensions != node.allTrue.end() && !dimensions->second)
    {
        Fail(node,
             "involved_dim leaves dimensions out; expected all of them, or a group of ranks "
             "(pg_name)");
    }
    const std::optional<uint32_t> group = m_groups.Find(name);
    if (!group)
    {
        Fail(node,
             "pg_name is " + Quoted(name) + "; expected a group of PREFIX.json beside the traces");
    }
    if (!m_groups.PlaceOf(*group, m_rank))
    {
        Fail(node,
             "a collective of group " + Quoted(name) + "; expected one with rank " +
                 std::to_string(m_rank));
    }
    return *group;
}

/** @return the place in its group of the rank that gives all or gets all */
uint32_t
ChakraTranslator::RootOf(const ChakraNode& node, uint32_t group) const
{
    const uint32_t first = m_groups.RankAt(group, 0);
    const uint64_t rank = NumberOf(node, "root_rank", m_setup.ranks - 1, first);
    const std::optional<uint32_t> place = m_groups.PlaceOf(group, static_cast<uint32_t>(rank));
    if (!place)
    {
        Fail(node, "root_rank is " + std::to_string(rank) + "; expected a rank of the group");
    }
    return *place;
}

/** Nobody sends before the first operation, and the last one waits for all messages. */
ChakraTranslator::Ends
ChakraTranslator::AddSteps(const ChakraNode& node,
                           const ChakraCollective& collective,
                           uint32_t group)
{
    const std::string label = std::to_string(node.id);
    const uint32_t size = m_groups.SizeOf(group);
    const bool isEmpty = collective.bytes == 0 && collective.kind != ChakraCollectiveKind::BARRIER;
    // Where nothing is sent, one operation stands for both ends of the node.
    const bool isIdle = size == 1 || isEmpty;
    const uint32_t first = AddCalc(0, CHAKRA_JOINT, isIdle ? label : "");
    WaitForAll(node, first);
    if (isIdle)
    {
        return {first, first};
    }
    const std::vector<ChakraStep> steps =
        ChakraStepsOf(collective, size, *m_groups.PlaceOf(group, m_rank));
    // Those that wait must be near enough for the sink to know them both.
    if (steps.size() + 1 >= m_setup.reach)
    {
        Fail(node,
             std::to_string(steps.size()) + " messages of a rank; expected fewer than " +
                 std::to_string(m_setup.reach - 1));
    }
    std::vector<uint32_t> places;
    for (const ChakraStep& step : steps)
    {
        AddStep(node, step, group);
        places.push_back(m_newest);
        // A receive need not wait: its message is matched whenever it arrives.
        if (step.isSend)
        {
            Wait(m_newest, first);
        }
        if (step.after)
        {
            Wait(m_newest, places[*step.after]);
        }
        for (uint32_t i = 0; step.afterAll && i + 1 < places.size(); ++i)
        {
            Wait(m_newest, places[i]); // all steps above such a send are receives
        }
    }
    const uint32_t last = AddCalc(0, CHAKRA_JOINT, label);
    Wait(last, first);
    for (const uint32_t place : places)
    {
        Wait(last, place);
    }
    return {first, last};
}

void
ChakraTranslator::AddStep(const ChakraNode& node, const ChakraStep& step, uint32_t group)
{
    if (step.bytes > GOAL_MOST_BYTES)
    {
        Fail(node,
             "a message of " + std::to_string(step.bytes) + " bytes; expected at most " +
                 std::to_string(GOAL_MOST_BYTES));
    }
    GoalOperation operation;
    operation.kind = step.isSend ? GoalKind::SEND : GoalKind::RECV;
    operation.cpu = CHAKRA_MESSAGES;
    operation.peer = m_groups.RankAt(group, step.peer);
    operation.size = static_cast<uint32_t>(step.bytes);
    // Tags above those of messages keep collectives of groups apart from sends of the trace.
    operation.tag = static_cast<uint32_t>(CHAKRA_MOST_TAG + 1 + group);
    AddOperation(operation, "");
}

uint32_t
ChakraTranslator::AddCalc(uint64_t nanoseconds, uint8_t cpu, const std::string& label)
{
    GoalOperation operation;
    operation.cpu = cpu;
    operation.size = static_cast<uint32_t>(nanoseconds);
    return AddOperation(operation, label);
}

uint32_t
ChakraTranslator::AddOperation(const GoalOperation& operation, const std::string& label)
{
    GoalOperation placed = operation;
    placed.rank = m_rank;
    placed.at = {m_number, 1};
    m_newest = m_sink.Add(placed, label);
    return m_newest;
}

/** An operation waits for all nodes that its own node names, in the trace as data or as control. */
void
ChakraTranslator::WaitForAll(const ChakraNode& node, uint32_t place)
{
    std::vector<uint64_t> all = node.before;
    // A trace may name the same node as control and as data dependency.
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (const uint64_t before : all)
    {
        if (before == node.id)
        {
            Fail(node, "the node waits for itself; expected another one");
        }
        if (const std::optional<uint32_t> there = m_sink.PlaceOf(std::to_string(before)))
        {
            Wait(place, *there);
            continue;
        }
        if (m_waits == GOAL_MOST_EARLY)
        {
            Fail(node,
                 "more than " + std::to_string(GOAL_MOST_EARLY) +
                     " dependencies on nodes that come later; expected fewer");
        }
        // The node may come later in the trace: the wait is written down until then.
        const Waiting waiting{place, node.id, node.at, before};
        m_waiting[before].push_back(waiting);
        ForgetReleased();
        m_line.push_back(waiting);
        ++m_waits;
    }
}

void
ChakraTranslator::Wait(uint32_t place, uint32_t before)
{
    m_sink.Wait({place, before, false}, {m_number, 1});
}

/** Those that waited for a node know its last operation now. */
void
ChakraTranslator::Release(uint64_t id, uint32_t place)
{
    const auto found = m_waiting.find(id);
    if (found == m_waiting.end())
    {
        return;
    }
    for (const Waiting& waiting : found->second)
    {
        if (m_newest - waiting.place > m_setup.reach)
        {
            FailUnknown(waiting);
        }
        Wait(waiting.place, place);
    }
    m_waits -= found->second.size();
    m_waiting.erase(found);
}

/** Keeps the line as long as those that wait, but for a part as long. */
void
ChakraTranslator::ForgetReleased()
{
    if (m_line.size() < LINE_KEPT || m_line.size() / 2 < m_waits)
    {
        return;
    }
    const auto behind = std::remove_if(m_line.begin(), m_line.end(), [this](const Waiting& one) {
        return m_waiting.count(one.before) == 0;
    });
    m_line.erase(behind, m_line.end());
}

/** The oldest that waits has to be in the sink's reach. */
void
ChakraTranslator::CheckOldest()
{
    while (!m_line.empty() && m_waiting.count(m_line.front().before) == 0)
    {
        m_line.pop_front();
    }
    if (!m_line.empty() && m_newest - m_line.front().place > m_setup.reach)
    {
        FailUnknown(m_line.front());
    }
}

void
ChakraTranslator::End()
{
    CheckOldest();
    if (!m_line.empty())
    {
        FailUnknown(m_line.front());
    }
    const std::string wrong = m_calls.EndRank(m_rank);
    if (!wrong.empty())
    {
        throw ChakraError(m_name, 0, wrong);
    }
    m_sink.EndRank(m_rank);
}

/** @return an attribute; a node without it has another number, or is refused */
uint64_t
ChakraTranslator::NumberOf(const ChakraNode& node,
                           const std::string& name,
                           uint64_t most,
                           std::optional<uint64_t> without) const
{
    const auto found = node.numbers.find(name);
    if (found == node.numbers.end() && !without)
    {
        Fail(node, "no " + name + "; expected a number, 0 .. " + std::to_string(most));
    }
    const uint64_t number = found == node.numbers.end() ? *without : found->second;
    if (number > most)
    {
        // Negative numbers of the trace come as large ones.
        const auto value = static_cast<int64_t>(number);
        Fail(node,
             name + " is " + (value < 0 ? std::to_string(value) : std::to_string(number)) +
                 "; expected 0 .. " + std::to_string(most));
    }
    return number;
}

void
ChakraTranslator::Fail(const ChakraNode& node, const std::string& message) const
{
    throw ChakraError(m_name, node.at, "node " + std::to_string(node.id) + ": " + message);
}

void
ChakraTranslator::FailUnknown(const Waiting& waiting) const
{
    throw ChakraError(m_name,
                      waiting.at,
                      "node " + std::to_string(waiting.id) + " waits for node " +
                          std::to_string(waiting.before) + "; expected one of rank " +
                          std::to_string(m_rank) + ", at most " + std::to_string(m_setup.reach) +
                          " operations away");
}

} // namespace mrc
} // namespace ns3
