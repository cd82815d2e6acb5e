/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_WORDS_H
#define MRC_SRV6_WORDS_H

#include "mrc-srv6-interfaces.h"

#include <string>

namespace ns3
{
namespace mrc
{

class Srv6RoutingProtocol;

/**
 * Configures SRv6 by lines as FRR has them; Srv6Helper::Configure says which.
 *
 * @throws std::invalid_argument naming the line and the expected words
 */
void ReadSrv6(Srv6RoutingProtocol& protocol, const std::string& lines, const InterfaceNames& names);

/**
 * Does so by a single line.
 *
 * @throws std::invalid_argument saying the expected words
 */
void ReadSrv6Line(Srv6RoutingProtocol& protocol, const std::string& line);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_WORDS_H */
