/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_LINE_H
#define MRC_SRV6_LINE_H

#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{

/** Cuts a line of SRv6's configuration into words. */
class Srv6Line
{
  public:
    /** @param line without the end of the line */
    explicit Srv6Line(const std::string& line);

    /** @return the next word, empty at the end */
    std::string Next();

    /** @throws std::invalid_argument naming the next word, if there is one */
    void End();

  private:
    std::istringstream m_in;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_LINE_H */
