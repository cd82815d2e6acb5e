/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_FAILURES_H
#define MRC_PORT_FAILURES_H

#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/** How NICs take the loss of a port [port-blackout]. */
enum PortFailureMode
{
    PORT_FAILURE_IDEAL,      //!< the other ports go on
    PORT_FAILURE_CX8_LIKE,   //!< no queue pair sends anything for a while
    PORT_FAILURE_PRODUCTION, //!< nor here, for longer
};

/** How peers learn which ports of a NIC are down [port-status-carrier]. */
enum PortStatusCarrier
{
    PORT_STATUS_AUTO,    //!< as the mode asks: PORT_STATUS_UPDATE for Ideal NICs, else in SACKs
    PORT_STATUS_IN_SACK, //!< by a bitmap in SACKs
    PORT_STATUS_UPDATE,  //!< by PORT_STATUS_UPDATE
    PORT_STATUS_BOTH,    //!< by either
};

/** The behaviour of a NIC when one of its links changes. */
struct PortFailures
{
    Span detectDelay;      //!< from the change to the NIC
    Span blackoutMinimum;  //!< after the loss of a port nothing is sent for so long ...
    Span blackoutMaximum;  //!< ... up to so long; 0: there is no blackout
    bool announced{false}; //!< peers are told by PORT_STATUS_UPDATE
    bool inSack{true};     //!< peers are told by SACKs
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_FAILURES_H */
