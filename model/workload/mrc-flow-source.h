/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_SOURCE_H
#define MRC_FLOW_SOURCE_H

namespace ns3
{
namespace mrc
{

struct Transfer;

/** Reads flows that start at times of their own, one after the other. */
class FlowSource
{
  public:
    virtual ~FlowSource() = default;

    /**
     * @param[out] flow the next one, in the order of starts
     * @return false at the end
     * @throws ParseError `name:line:column: what is wrong; what was expected`
     */
    virtual bool Next(Transfer& flow) = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_SOURCE_H */
