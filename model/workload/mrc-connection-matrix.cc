/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-connection-matrix.h"

#include "mrc-matrix-lines.h"

#include <fstream>
#include <set>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Reads one matrix; an instance is used once. */
class MatrixParser
{
  public:
    MatrixParser(std::istream& in, const std::string& name)
        : m_lines(in, name, MATRIX_MOST_LINES)
    {
        m_matrix.name = name;
    }

    ConnectionMatrix Parse();

  private:
    void Take(const MatrixLine& line);
    void CheckUnique(std::set<uint32_t>& ids, uint32_t id, TextPosition at) const;
    void CheckReferences() const;
    void NumberTheRest();

    MatrixLines m_lines;
    ConnectionMatrix m_matrix;
    std::set<uint32_t> m_flowIds;
    std::set<uint32_t> m_triggerIds;
    std::vector<std::pair<uint32_t, TextPosition>> m_references; //!< to triggers
};

ConnectionMatrix
MatrixParser::Parse()
{
    // Lines may refer to lines below them, so the rest can be judged only at the end.
    for (MatrixLine line; m_lines.Next(line);)
    {
        Take(line);
        // Too many lines are refused while they are read, before they fill the memory.
        m_lines.CheckRoom(m_matrix.transfers.size(), m_matrix.triggers.size(), line.at);
    }
    m_lines.CheckEnd(m_matrix.transfers.size(), m_matrix.triggers.size());
    CheckReferences();
    NumberTheRest();
    m_matrix.nodes = m_lines.Nodes();
    return std::move(m_matrix);
}

void
MatrixParser::Take(const MatrixLine& line)
{
    if (line.trigger)
    {
        CheckUnique(m_triggerIds, line.trigger->id, line.idAt);
        m_matrix.triggers.push_back(*line.trigger);
        return;
    }
    // A trigger may be defined below the lines that name it.
    m_references.insert(m_references.end(), line.references.begin(), line.references.end());
    // Flows without an id get the numbers that are left, once all ids are known.
    if (line.transfer.id != 0)
    {
        CheckUnique(m_flowIds, line.transfer.id, line.idAt);
    }
    m_matrix.transfers.push_back(line.transfer);
}

void
MatrixParser::CheckUnique(std::set<uint32_t>& ids, uint32_t id, TextPosition at) const
{
    if (!ids.insert(id).second)
    {
        m_lines.Reader().Fail(at,
                              "id " + std::to_string(id) + " a second time; expected a new one");
    }
}

void
MatrixParser::CheckReferences() const
{
    for (const auto& [id, at] : m_references)
    {
        if (m_triggerIds.count(id) == 0)
        {
            m_lines.Reader().Fail(at,
                                  "trigger " + std::to_string(id) +
                                      " is not defined; expected a line " + "'trigger id " +
                                      std::to_string(id) + " oneshot' or the like");
        }
    }
}

/** Gives the numbers that are left in the order of the file; all ids are known by now. */
void
MatrixParser::NumberTheRest()
{
    uint32_t next = 1;
    for (auto& transfer : m_matrix.transfers)
    {
        if (transfer.id == 0)
        {
            while (m_flowIds.count(next) != 0)
            {
                ++next;
            }
            transfer.id = next++;
        }
    }
}

} // namespace

ConnectionMatrix
ReadConnectionMatrix(std::istream& in, const std::string& name)
{
    return MatrixParser(in, name).Parse();
}

ConnectionMatrix
ReadConnectionMatrixFile(const std::string& path)
{
    std::ifstream in(path);
    if (!in)
    {
        throw ParseError(path, {}, "cannot open the file; expected a traffic matrix (.cm)");
    }
    return ReadConnectionMatrix(in, path);
}

} // namespace mrc
} // namespace ns3
