/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-limits.h"
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

constexpr uint64_t MOST_NS = 0xffffffff;  //!< that work may last
constexpr uint64_t MOST_TAG = 0xfffffffe; //!< LogGOPSim's greatest number is any tag
constexpr uint64_t MOST_CPU = 0xff;       //!< LogGOPSim has 8 bits

const char* const STATEMENTS = "; expected send, recv, calc, LABEL requires LABEL, LABEL irequires "
                               "LABEL, or }";

/** Reads one text; an instance is used once. */
class GoalReader
{
  public:
    GoalReader(std::istream& in, const std::string& name, GoalSink& sink)
        : m_statements(in, name),
          m_reader(m_statements.Reader()),
          m_sink(sink)
    {
    }

    bool Read()
    {
        for (std::vector<Token> words; m_statements.Next(words);)
        {
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
        const Token& first = statement.Take("");
        if (first.text == "num_ranks" && m_ranks == 0)
        {
            m_ranks =
                static_cast<uint32_t>(statement.TakeNumber("number of ranks", 2, GOAL_MOST_RANKS));
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
            std::string label;
            if (second == ":")
            {
                label = statement.Take("").text;
                CheckLabel(words[0]);
                statement.TakeWord(":");
            }
            AddOperation(statement, label);
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
        if (const std::optional<uint32_t> place = m_sink.PlaceOf(text))
        {
            m_reader.Fail(label.at,
                          "label " + Quoted(text) + " again, of line " +
                              std::to_string(m_sink.LineOf(*place)) + "; expected a new one");
        }
    }

    void AddOperation(GoalWords& statement, const std::string& label)
    {
        const Token& verb = statement.Take("send, recv or calc");
        GoalOperation operation;
        operation.rank = m_rank;
        operation.at = verb.at;
        if (verb.text == "calc")
        {
            operation.size = static_cast<uint32_t>(statement.TakeNumber("time in ns", 0, MOST_NS));
        }
        else if (verb.text == "send" || verb.text == "recv")
        {
            operation.kind = verb.text == "send" ? GoalKind::SEND : GoalKind::RECV;
            operation.size = statement.TakeSize();
            statement.TakeWord(verb.text == "send" ? "to" : "from");
            operation.peer = TakePeer(statement, operation);
            operation.tag = 0;
        }
        else
        {
            m_reader.Fail(verb.at, Quoted(verb.text) + STATEMENTS);
        }
        TakeOptions(statement, operation);
        m_sink.Add(operation, label);
        m_isEmpty = false;
    }

    uint32_t TakePeer(GoalWords& statement, const GoalOperation& operation)
    {
        const Token& word = statement.Take("a rank");
        if (word.text == "-1" && operation.kind == GoalKind::RECV)
        {
            // Which message that is depends on the course of the run: nobody could prove that all
            // operations start.
            m_reader.Fail(word.at, "a recv from any rank (-1); expected one rank");
        }
        const uint64_t peer = m_reader.Number(word, "rank", 0, m_ranks - 1);
        if (peer == m_rank)
        {
            m_reader.Fail(word.at,
                          "a message of rank " + std::to_string(m_rank) +
                              " to itself; expected another rank");
        }
        return static_cast<uint32_t>(peer);
    }

    void TakeOptions(GoalWords& statement, GoalOperation& operation)
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

    void TakeOption(GoalWords& statement, const std::string& name, GoalOperation& operation)
    {
        if (name == "cpu")
        {
            operation.cpu = static_cast<uint8_t>(statement.TakeNumber("cpu", 0, MOST_CPU));
        }
        else if (name == "nic")
        {
            statement.TakeNumber("nic, of which a rank has one,", 0, 0);
        }
        else
        {
            const Token& tag = statement.Take("a tag");
            const bool isAny = tag.text == "-1" && operation.kind == GoalKind::RECV;
            operation.tag = isAny ? std::nullopt
                                  : std::optional(static_cast<uint32_t>(
                                        m_reader.Number(tag, "tag", 0, MOST_TAG)));
        }
    }

    void AddDependency(GoalWords& statement)
    {
        GoalDependency dependency;
        dependency.operation = TakeLabel(statement);
        const Token& verb = statement.Take("requires");
        dependency.onStart = verb.text == "irequires";
        dependency.before = TakeLabel(statement);
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
