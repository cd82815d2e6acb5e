/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONFIG_DB_H
#define MRC_CONFIG_DB_H

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{
namespace mrc
{

class Srv6RoutingProtocol;

/**
 * Configures SRv6 by tables of SONiC's CONFIG_DB; Srv6Helper::ConfigureByConfigDb says which.
 *
 * @param protocol SRv6 of the node
 * @param json the text of a config_db.json
 * @param interfaces SONiC's name of each interface, and its number in the IPv6 stack
 * @throws std::invalid_argument naming the table, the entry and the expected value
 */
void ReadConfigDb(Srv6RoutingProtocol& protocol,
                  const std::string& json,
                  const std::map<std::string, uint32_t>& interfaces);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CONFIG_DB_H */
