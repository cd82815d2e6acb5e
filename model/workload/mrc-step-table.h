/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STEP_TABLE_H
#define MRC_STEP_TABLE_H

#include <istream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Reads the times of steps in a table that `mrc-training` wrote: the column `time_us`. Lines before
 * the head are passed over.
 *
 * @param in the text
 * @param name of the text, for messages
 * @return the mean of all steps, in microseconds
 * @throws ParseError if there is no such column, no step, or no number in a step
 */
double MeanStepTime(std::istream& in, const std::string& name);

/**
 * @param path of such a table
 * @return the mean of all steps, in microseconds
 * @throws ParseError as MeanStepTime, or if the file cannot be read
 */
double MeanStepTimeOfFile(const std::string& path);

} // namespace mrc
} // namespace ns3

#endif /* MRC_STEP_TABLE_H */
