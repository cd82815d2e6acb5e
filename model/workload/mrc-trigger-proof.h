/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIGGER_PROOF_H
#define MRC_TRIGGER_PROOF_H

#include "mrc-trigger-links.h"

namespace ns3
{
namespace mrc
{

/**
 * Proves that every transfer starts once all its conditions are done.
 *
 * @param links of a workload
 * @throws std::invalid_argument `name:line:column: ...` if nobody, too few or too many activate a
 * trigger, or if transfers wait for each other. Likewise if a gate is at another NIC than what
 * waits there, or has a gate itself [own-part]
 */
void CheckTriggers(const TriggerLinks& links);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIGGER_PROOF_H */
