/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FACES_OF_THREADS_H
#define MRC_FACES_OF_THREADS_H

#include "mrc-face-table.h"

namespace ns3
{
namespace mrc
{

/**
 * Refuses a change that would let frames reach another process earlier.
 *
 * @param table of a face
 * @param what name of the property that is to change, for the message
 * @throws std::invalid_argument if the network has several ranks
 */
void RequireOneRankOf(const Ptr<FaceTable>& table, const char* what);

/**
 * Refuses to show or change what is later already, while several threads tell an earlier event.
 *
 * @param table of a face
 * @param what name of the property that the caller asks for, for the message
 * @return the table; a fatal error as FaceTable::Open, or if an event is told
 */
FaceTable& OpenPresent(const Ptr<FaceTable>& table, const char* what);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FACES_OF_THREADS_H */
