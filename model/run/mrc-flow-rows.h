/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_ROWS_H
#define MRC_FLOW_ROWS_H

#include "mrc-flow-table.h"

#include "ns3/mrc-output-file.h"

#include <memory>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

/** Which rows of flows does a run write, until it loses results? */
class FlowRows
{
  public:
    /** @param out gets the rows (FlowTable); must outlive this, or End */
    void WriteTo(std::ostream& out);

    /**
     * @param folder gets the rows in its file flows.csv; made if there is none
     * @throws std::runtime_error if the file cannot be made
     */
    void WriteTo(const std::string& folder);

    /** @return whether there is somewhere to write to */
    bool AreWanted() const
    {
        return m_table != nullptr;
    }

    /**
     * Writes a row, if they are wanted, or loses the file.
     *
     * @param record the flow
     * @param ideal how long the flow takes alone on the empty fabric
     */
    void Write(const FlowRecord& record, Span ideal);

    /** No row comes any more. */
    void End();

    /** Closes the file, if there is one, or loses it. */
    void Close();

    /**
     * Gives up the file of flows, and keeps why. Callers end the run or go on.
     *
     * @param error why
     */
    void Lose(const WriteError& error);

    /** @return the results that could not be written, and the reason; empty: none were lost */
    const std::string& Lost() const
    {
        return m_lost;
    }

  private:
    void LoseIfBroken();

    std::unique_ptr<OutputFile> m_file;
    std::unique_ptr<FlowTable> m_table;
    std::string m_lost;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_ROWS_H */
