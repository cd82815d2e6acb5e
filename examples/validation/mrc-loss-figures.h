/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOSS_FIGURES_H
#define MRC_LOSS_FIGURES_H

#include "mrc-figures.h"

namespace ns3
{
namespace mrc
{

/** @return losses of the queue pair that had most, packets that were sent again untrimmed */
Figure MostLosses(StepRange steps);

/** @return packets of all queue pairs that were trimmed and sent again */
Figure PacketsTrimmed(StepRange steps);

/** @return EVs of all queue pairs that were retired */
Figure EvsRetired(StepRange steps);

/**
 * @param share 0.5: the median, 1: the longest
 * @return how long packets that SACKs showed as lost waited until they were sent again, us; in the
 *         whole run, NaN if there were none
 */
Figure GapRecovery(double share);

/** @return packets that were sent again because of a timer, in the whole run */
Figure TimeoutRecoveries();

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOSS_FIGURES_H */
