/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_STREAM_H
#define MRC_FLOW_STREAM_H

#include "mrc-connection-matrix.h"
#include "mrc-flow-source.h"

#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

constexpr uint64_t FLOWS_MOST_HELD = 100000; //!< of a list in memory; own choice

/** A list of flows that is read as the run goes on [flow-window]. */
struct FlowStream
{
    std::shared_ptr<std::istream> in; //!< the text, which can be read again from its begin
    /** Makes the reader of the text's format. */
    std::function<std::unique_ptr<FlowSource>(std::istream& in, const FlowStream& stream)> open;
    std::string name;  //!< of the file, for messages
    uint32_t nics{0};  //!< as FlowListReader has them, known after the first reading
    uint64_t most{0};  //!< flows of a NIC that are taken; 0: all
    uint64_t flows{0}; //!< that are taken
    uint64_t bytes{0}; //!< of these
};

/** Reads the flows of a stream that are taken, from the first one on. */
class FlowStreamReader
{
  public:
    /**
     * @param stream outlives this; no other reader reads from now on
     * @throws ParseError if the file has changed
     */
    explicit FlowStreamReader(const FlowStream& stream);

    /**
     * @param[out] flow the next one
     * @return false at the end
     * @throws ParseError as FlowListReader, and at the end if the file has changed
     */
    bool Next(Transfer& flow);

  private:
    bool IsTaken(uint32_t source);

    const FlowStream& m_stream;
    std::unique_ptr<FlowSource> m_reader;
    std::vector<uint64_t> m_sent; //!< flows so far, by source
    uint64_t m_taken{0};          //!< flows so far
};

/**
 * Reads a list of flows once, to check and to count them.
 *
 * @param in the text, which can be read from any place
 * @param name of the file, for messages
 * @param nics NICs are 0 .. nics - 1; 0: as many as the flows need, at least 2
 * @param most flows of each NIC that are taken, the first ones; 0: all
 * @return a matrix without transfers, with the list as its stream
 * @throws ParseError as FlowListReader, and if the text can be read only once
 */
ConnectionMatrix StreamFlows(std::shared_ptr<std::istream> in,
                             const std::string& name,
                             uint32_t nics,
                             uint64_t most = 0);

/**
 * Reads a `.cm` file likewise, if its flows can be read as the run goes on. They must be in the
 * order of starts, without triggers, and with numbers that rise or with none.
 *
 * @param in the text, which can be read again from its begin
 * @param name of the file, for messages
 * @param most flows of each NIC that are taken, the first ones; 0: all
 * @return a matrix without transfers, with the list as its stream; none: the file has to be in
 * memory
 * @throws ParseError as ReadConnectionMatrix
 */
std::optional<ConnectionMatrix> StreamMatrix(std::shared_ptr<std::istream> in,
                                             const std::string& name,
                                             uint64_t most = 0);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_STREAM_H */
