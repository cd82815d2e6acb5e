/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-operation-reader.h"

#include <optional>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t GOAL_MOST_NS = 0xffffffff;  //!< that work may last
constexpr uint64_t GOAL_MOST_TAG = 0xfffffffe; //!< LogGOPSim's greatest number is any tag
constexpr uint64_t GOAL_MOST_CPU = 0xff;       //!< LogGOPSim has 8 bits

const char* const GOAL_STATEMENTS =
    "; expected send, recv, calc, LABEL requires LABEL, LABEL irequires "
    "LABEL, or }";

} // namespace

GoalOperation
GoalOperationReader::Take(GoalWords& statement, uint32_t rank, uint32_t ranks) const
{
    const Token& verb = statement.Take("send, recv or calc");
    GoalOperation operation;
    operation.rank = rank;
    operation.at = verb.at;
    if (verb.text == "calc")
    {
        operation.size = static_cast<uint32_t>(statement.TakeNumber("time in ns", 0, GOAL_MOST_NS));
    }
    else if (verb.text == "send" || verb.text == "recv")
    {
        operation.kind = verb.text == "send" ? GoalKind::SEND : GoalKind::RECV;
        operation.size = statement.TakeSize();
        statement.TakeWord(verb.text == "send" ? "to" : "from");
        operation.peer = TakePeer(statement, operation, ranks);
        // Without a tag GOAL means tag 0.
        operation.tag = 0;
    }
    else
    {
        m_reader.Fail(verb.at, Quoted(verb.text) + GOAL_STATEMENTS);
    }
    TakeOptions(statement, operation);
    return operation;
}

uint32_t
GoalOperationReader::TakePeer(GoalWords& statement,
                              const GoalOperation& operation,
                              uint32_t ranks) const
{
    const Token& word = statement.Take("a rank");
    if (word.text == "-1" && operation.kind == GoalKind::RECV)
    {
        // Which message that is depends on the course of the run: nobody could prove that all
        // operations start.
        m_reader.Fail(word.at, "a recv from any rank (-1); expected one rank");
    }
    const uint64_t peer = m_reader.Number(word, "rank", 0, ranks - 1);
    if (peer == operation.rank)
    {
        m_reader.Fail(word.at,
                      "a message of rank " + std::to_string(operation.rank) +
                          " to itself; expected another rank");
    }
    return static_cast<uint32_t>(peer);
}

void
GoalOperationReader::TakeOptions(GoalWords& statement, GoalOperation& operation) const
{
    const bool isCalc = operation.kind == GoalKind::CALC;
    const std::string known = isCalc ? "cpu" : "tag, cpu, nic";
    std::string seen; // with a blank behind each
    while (!statement.IsOver())
    {
        const Token& option = statement.Take(known);
        const std::string& name = option.text;
        const bool isKnown = name == "cpu" || (!isCalc && (name == "tag" || name == "nic"));
        if (!isKnown || seen.find(name + ' ') != std::string::npos)
        {
            m_reader.Fail(option.at,
                          Quoted(name) + (isKnown ? " again" : "") + "; expected " + known +
                              ", or the end of the statement");
        }
        seen += name + ' ';
        TakeOption(statement, name, operation);
    }
}

void
GoalOperationReader::TakeOption(GoalWords& statement,
                                const std::string& name,
                                GoalOperation& operation) const
{
    if (name == "cpu")
    {
        operation.cpu = static_cast<uint8_t>(statement.TakeNumber("cpu", 0, GOAL_MOST_CPU));
    }
    else if (name == "nic")
    {
        // Only checked, as there is nothing to choose.
        statement.TakeNumber("nic, of which a rank has one,", 0, 0);
    }
    else
    {
        const Token& tag = statement.Take("a tag");
        // Only a recv may take any tag, a send has one.
        const bool isAny = tag.text == "-1" && operation.kind == GoalKind::RECV;
        operation.tag = isAny ? std::nullopt
                              : std::optional(static_cast<uint32_t>(
                                    m_reader.Number(tag, "tag", 0, GOAL_MOST_TAG)));
    }
}

} // namespace mrc
} // namespace ns3
