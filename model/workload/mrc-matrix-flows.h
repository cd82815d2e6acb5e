/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MATRIX_FLOWS_H
#define MRC_MATRIX_FLOWS_H

#include "mrc-flow-source.h"
#include "mrc-matrix-lines.h"

#include <cstdint>
#include <istream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * A `.cm` file cannot be read as the run goes on: nothing is wrong with it, unless it could be read
 * so before.
 */
class NoFlowInOrder : public ParseError
{
  public:
    using ParseError::ParseError;
};

/** Reads the connections of a `.cm` file, one in memory at a time [flow-window]. */
class MatrixFlows : public FlowSource
{
  public:
    /**
     * @param in the text, which must outlive the reader
     * @param name of the file, for messages
     */
    MatrixFlows(std::istream& in, const std::string& name);

    /**
     * @param[out] flow the next one, numbered as the file says, or from 1
     * @return false at the end
     * @throws ParseError `name:line:column: what is wrong; what was expected`
     * @throws NoFlowInOrder if a flow starts before the one above or by a trigger, or numbers do
     *         not rise
     */
    bool Next(Transfer& flow) override;

  private:
    void SetNumber(Transfer& flow, TextPosition at);
    [[noreturn]] void Refuse(TextPosition at, const std::string& what) const;

    std::string m_name;
    MatrixLines m_lines;
    uint64_t m_count{0}; //!< flows so far
    Transfer m_before;   //!< the flow above
    bool m_hasNumbers{false};
};

/** What a `.cm` file announces. */
struct MatrixHead
{
    uint32_t nodes{0};       //!< NICs
    uint64_t connections{0}; //!< rows that follow
};

/**
 * @param in the text of a `.cm` file
 * @param name of the file, for messages
 * @return the head of the file
 * @throws ParseError as MatrixLines, also of the first line behind the head
 */
MatrixHead ReadMatrixHead(std::istream& in, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_MATRIX_FLOWS_H */
