/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-gunzip.h"
#include "mrc-simai-head.h"
#include "mrc-simai-row-reader.h"
#include "mrc-simai-workload.h"
#include "mrc-text-reader.h"

#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** The lines of a file, which complain with their place. */
class SimaiReader
{
  public:
    SimaiReader(std::istream& in, const std::string& name, SimaiStages stages)
        : m_reader(in, name),
          m_head(m_reader)
    {
        m_workload.job.name = name;
        m_head.SetRanks(m_workload, stages);
        ReadRows();
        SetRepeats();
    }

    SimaiWorkload Take()
    {
        return std::move(m_workload);
    }

  private:
    void ReadRows()
    {
        const SimaiRowReader rows(m_reader, m_workload);
        std::vector<Token> words;
        if (!m_reader.NextLine(words))
        {
            m_reader.Fail(m_reader.End(), "the end; expected the number of rows");
        }
        // The count is checked against the rows, since a file that was cut off would run a shorter
        // step.
        const uint64_t count = m_reader.Number(words[0], "number of rows", 1, SIMAI_MOST_ROWS);
        if (words.size() > 1)
        {
            m_reader.Fail(words[1].at, Quoted(words[1].text) + "; expected the end of the line");
        }
        while (m_reader.NextLine(words))
        {
            if (m_workload.rows.size() == count)
            {
                m_reader.Fail(words[0].at,
                              "a row more; expected " + std::to_string(count) +
                                  ", as the second line says");
            }
            m_workload.rows.push_back(rows.Read(words));
        }
        if (m_workload.rows.size() != count)
        {
            m_reader.Fail(m_reader.End(),
                          "the end behind " + std::to_string(m_workload.rows.size()) +
                              " rows; expected " + std::to_string(count));
        }
    }

    std::set<uint32_t> RowsOf(const char* key) const
    {
        std::set<uint32_t> rows;
        for (const Token& word : m_head.RowsOf(key))
        {
            rows.insert(static_cast<uint32_t>(
                m_reader.Number(word, "row, from 0", 0, m_workload.rows.size() - 1)));
        }
        return rows;
    }

    void SetRepeats()
    {
        const std::set<uint32_t> kept = RowsOf("checkpoints");
        // Such a row first repeats the forward passes from the last checkpoint at or before it.
        for (const uint32_t row : RowsOf("checkpoint_initiates"))
        {
            const auto behind = kept.upper_bound(row);
            if (behind == kept.begin())
            {
                m_reader.Fail(m_head.PlaceOf("checkpoint_initiates"),
                              "row " + std::to_string(row) +
                                  " without a checkpoint; expected one at it or before it");
            }
            // The plain policy has the words too, and does not repeat.
            if (m_head.Repeats())
            {
                m_workload.rows[row].repeatsFrom = *std::prev(behind);
            }
        }
    }

    TextReader m_reader;
    SimaiHead m_head;
    SimaiWorkload m_workload;
};

} // namespace

SimaiWorkload
ReadSimaiWorkload(std::istream& in, const std::string& name, SimaiStages stages)
{
    return SimaiReader(in, name, stages).Take();
}

SimaiWorkload
ReadSimaiWorkloadFile(const std::string& path, SimaiStages stages)
{
    const std::shared_ptr<std::istream> in = OpenPlainOrGzip(path);
    if (!*in)
    {
        throw ParseError(path, {1, 1}, "cannot open the file; expected a workload of SimAI");
    }
    return ReadSimaiWorkload(*in, path, stages);
}

} // namespace mrc
} // namespace ns3
