/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_LIST_H
#define MRC_FLOW_LIST_H

#include "mrc-connection-matrix.h"
#include "mrc-flow-source.h"
#include "mrc-text-reader.h"

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Reads `flow.txt` of the HPCC family of simulators, one flow in memory at a time [hpcc-flows]. */
class FlowListReader : public FlowSource
{
  public:
    /**
     * Reads the number of flows.
     *
     * @param in the text, which must outlive the reader
     * @param name of the file, for messages
     * @param nics NICs are 0 .. nics - 1; 0: as many as the flows need
     * @throws ParseError `name:line:column: what is wrong; what was expected`
     */
    FlowListReader(std::istream& in, const std::string& name, uint32_t nics);

    /** @return how many flows the file announces */
    uint64_t Count() const
    {
        return m_count;
    }

    /**
     * @param[out] flow the next one, numbered from 1
     * @return false at the end
     * @throws ParseError as above
     */
    bool Next(Transfer& flow) override;

  private:
    void ReadCount();
    void CheckWords(const std::vector<Token>& words) const;
    void ReadEnds(const std::vector<Token>& words, Transfer& flow) const;
    void CheckClass(const std::vector<Token>& words);
    Instant ReadStart(const Token& word);

    TextReader m_reader;
    uint64_t m_lastNic;
    uint64_t m_count{0};      //!< of flows, as the first line says
    uint64_t m_done{0};       //!< flows so far
    std::size_t m_columns{0}; //!< words of each flow, as the first one has
    uint64_t m_priority{0};   //!< of each flow
    Instant m_latest;         //!< start of the flow before
};

/**
 * Reads a whole list of flows.
 *
 * The number of flows comes first, then a line for each:
 * `SOURCE DESTINATION PRIORITY PORT BYTES SECONDS`. ConWeave writes the same without `PORT`. All
 * lines of a file are alike, and in the order of time. Lines that begin with # are comments.
 *
 * @param in the text, of which a line at a time is in memory
 * @param name of the file, for messages
 * @param nics NICs are 0 .. nics - 1; 0: as many as the flows need, at least 2
 * @return the flows, each with a queue pair of its own
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
ConnectionMatrix ReadFlowList(std::istream& in, const std::string& name, uint32_t nics);

/**
 * @param reader of a list from which no flow was read
 * @param name of the file
 * @param nics as the reader has them
 * @return all flows, as above
 * @throws ParseError as above
 */
ConnectionMatrix TakeFlows(FlowListReader& reader, const std::string& name, uint32_t nics);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_LIST_H */
