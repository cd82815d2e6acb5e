/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DATA_CLASS_WORDS_H
#define MRC_DATA_CLASS_WORDS_H

#include "mrc-data-classes.h"

#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Reads classes of data in words [data-classes].
 *
 * Classes have semicolons between them. A class is `dscp=` and DSCPs such as 8-15,20, or `others`,
 * and what differs from the settings of all data. That is `weight=1..255`, `limit=BYTES`,
 * `ecn=MINIMUM..MAXIMUM:PROBABILITY` and `wred=` likewise; without a probability it is 1.
 *
 * @param words the classes, or `none`
 * @param wredDropsEct whether early drops spare no ECN-capable data
 * @return the classes; the first has all DSCPs that no other has
 * @throws std::invalid_argument with what was found and expected
 */
DataClassPlan ReadDataClasses(const std::string& words, bool wredDropsEct);

} // namespace mrc
} // namespace ns3

#endif /* MRC_DATA_CLASS_WORDS_H */
