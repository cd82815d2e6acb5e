/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-limits.h"
#include "mrc-goal-operation-reader.h"
#include "mrc-goal-sink.h"
#include "mrc-goal-statements.h"
#include "mrc-goal-words.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** Reads one text; an instance is used once. */
class GoalReader
{
  public:
    GoalReader(std::istream& in, const std::string& name, GoalSink& sink)
        : m_statements(in, name),
          m_reader(m_statements.Reader()),
          m_operations(m_reader),
          m_sink(sink)
    {
    }

    bool Read()
    {
        for (std::vector<Token> words; m_statements.Next(words);)
        {
            // A caller that has found the text too long for memory reads it another way.
            if (m_sink.HasEnough())
            {
                return false;
            }
            if (m_isInRank)
            {
                AddToRank(words);
            }
            else
            {
                AddOutside(words);
            }
        }
        // A text that was cut off must not run as a shorter job.
        if (m_isInRank || m_isEmpty)
        {
            m_reader.Fail(m_reader.End(),
                          m_isInRank ? "rank " + std::to_string(m_rank) + " without end; expected }"
                                     : "no operations; expected rank R { ... } with some");
        }
        return true;
    }

  private:
    void AddOutside(const std::vector<Token>& words)
    {
        GoalWords statement(m_reader, words);
        // Ranks must be known first: they bound all numbers of ranks behind them.
        const Token& first = statement.Take("");
        if (first.text == "num_ranks" && m_ranks == 0)
        {
            m_ranks = static_cast<uint32_t>(
                statement.TakeNumber("number of ranks", 2, GOAL_MOST_WORKLOAD_RANKS));
            m_hasRank.resize(m_ranks);
            m_sink.SetRanks(m_ranks);
        }
        else if (first.text == "rank" && m_ranks != 0)
        {
            OpenRank(statement, words);
        }
        else
        {
            m_reader.Fail(first.at,
                          Quoted(first.text) + "; expected " +
                              (m_ranks == 0 ? "num_ranks N" : "rank R {"));
        }
        statement.TakeEnd();
    }

    void OpenRank(GoalWords& statement, const std::vector<Token>& words)
    {
        m_rank = static_cast<uint32_t>(statement.TakeNumber("rank", 0, m_ranks - 1));
        statement.TakeWord("{");
        if (m_hasRank[m_rank])
        {
            m_reader.Fail(words[1].at,
                          "rank " + std::to_string(m_rank) + " again; expected it once");
        }
        // A rank that has ended takes no more operations.
        m_hasRank[m_rank] = true;
        m_isInRank = true;
    }

    void AddToRank(const std::vector<Token>& words)
    {
        GoalWords statement(m_reader, words);
        const std::string second = words.size() > 1 ? words[1].text : "";
        if (words[0].text == "}")
        {
            statement.Take("}");
            m_isInRank = false;
            m_sink.EndRank(m_rank);
        }
        else if (second == "requires" || second == "irequires")
        {
            AddDependency(statement);
        }
        else
        {
            // "LABEL :" may stand in front of an operation: only the second word tells.
            std::string label;
            if (second == ":")
            {
                label = statement.Take("").text;
                CheckLabel(words[0]);
                statement.TakeWord(":");
            }
            m_sink.Add(m_operations.Take(statement, m_rank, m_ranks), label);
            m_isEmpty = false;
        }
        statement.TakeEnd();
    }

    void CheckLabel(const Token& label) const
    {
        const auto isPart = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
        const std::string& text = label.text;
        if (std::isalpha(static_cast<unsigned char>(text[0])) == 0 ||
            !std::all_of(text.begin(), text.end(), isPart))
        {
            m_reader.Fail(label.at,
                          "label " + Quoted(text) +
                              "; expected a letter, and letters, digits or _ behind it");
        }
        // A label stands for one operation, or dependencies on it would be ambiguous.
        if (const std::optional<uint32_t> place = m_sink.PlaceOf(text))
        {
            m_reader.Fail(label.at,
                          "label " + Quoted(text) + " again, of line " +
                              std::to_string(m_sink.LineOf(*place)) + "; expected a new one");
        }
    }

    void AddDependency(GoalWords& statement)
    {
        GoalDependency dependency;
        dependency.operation = TakeLabel(statement);
        const Token& verb = statement.Take("requires");
        dependency.onStart = verb.text == "irequires";
        dependency.before = TakeLabel(statement);
        // Such an operation would never start, and the run would hang.
        if (dependency.operation == dependency.before)
        {
            m_reader.Fail(verb.at, "an operation waits for itself; expected another label");
        }
        m_sink.Wait(dependency, verb.at);
    }

    uint32_t TakeLabel(GoalWords& statement)
    {
        const Token& label = statement.Take("a label");
        const std::optional<uint32_t> place = m_sink.PlaceOf(label.text);
        if (!place)
        {
            // A sink that streams has forgotten labels far above, which the message has to say.
            const std::optional<uint32_t> back = m_sink.Remembers();
            m_reader.Fail(label.at,
                          Quoted(label.text) + "; expected a label of rank " +
                              std::to_string(m_rank) + " that stands above" +
                              (back ? ", at most " + std::to_string(*back) + " operations" : ""));
        }
        return *place;
    }

    GoalStatements m_statements;
    const TextReader& m_reader;
    const GoalOperationReader m_operations;
    GoalSink& m_sink;
    uint32_t m_ranks{0};
    std::vector<bool> m_hasRank; //!< by rank
    uint32_t m_rank{0};          //!< the rank that is described
    bool m_isInRank{false};
    bool m_isEmpty{true}; //!< there are no operations
};

} // namespace

bool
ParseGoal(std::istream& in, const std::string& name, GoalSink& sink)
{
    return GoalReader(in, name, sink).Read();
}

} // namespace mrc
} // namespace ns3
