/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_SID_READER_H
#define MRC_SRV6_SID_READER_H

#include "mrc-srv6-interfaces.h"

#include "ns3/mrc-srv6-line.h"
#include "ns3/mrc-srv6-locators.h"

#include <string>

namespace ns3
{
namespace mrc
{

class Srv6RoutingProtocol;

/** Reads lines that begin with `sid`: which SIDs does a node have? */
class Srv6SidReader
{
  public:
    /**
     * @param protocol gets the SIDs
     * @param names of the node's interfaces
     * @param locators that the lines may name; all three must outlive this
     */
    Srv6SidReader(Srv6RoutingProtocol& protocol,
                  const InterfaceNames& names,
                  const Srv6Locators& locators);

    /**
     * @param line the words behind `sid`
     * @throws std::invalid_argument saying the expected words
     */
    void Take(Srv6Line& line);

  private:
    Srv6RoutingProtocol& m_protocol;
    const InterfaceNames& m_names;
    const Srv6Locators& m_locators;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_SID_READER_H */
