/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SIMAI_ROW_READER_H
#define MRC_SIMAI_ROW_READER_H

#include "mrc-simai-workload.h"
#include "mrc-text-reader.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/** Reads rows of a workload of SimAI [simai-files]. */
class SimaiRowReader
{
  public:
    /**
     * @param reader complains with the place; must outlive this
     * @param workload has the numbers of ranks; must outlive this
     */
    SimaiRowReader(const TextReader& reader, const SimaiWorkload& workload)
        : m_reader(reader),
          m_workload(workload)
    {
    }

    /**
     * @param words of a line
     * @return the row
     * @throws ParseError if the line is none
     */
    SimaiRow Read(const std::vector<Token>& words) const;

  private:
    uint32_t Ns(const Token& word) const;
    SimaiCollective Collective(const Token& kind, const Token& bytes, SimaiGroup own) const;
    SimaiCollective OperationOf(const Token& word, SimaiGroup own) const;

    const TextReader& m_reader;
    const SimaiWorkload& m_workload;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SIMAI_ROW_READER_H */
