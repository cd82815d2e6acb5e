/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OPTION_CHECK_H
#define MRC_OPTION_CHECK_H

#include "ns3/command-line.h"

namespace ns3
{
namespace mrc
{

/**
 * Refuses arguments that are no options, which CommandLine passes over without a word: a forgotten
 * `--` would otherwise run something else than was meant.
 *
 * @param commandLine after Parse, of a program without positional arguments
 * @throws std::invalid_argument naming the first one
 */
void RefuseNonOptions(const CommandLine& commandLine);

} // namespace mrc
} // namespace ns3

#endif /* MRC_OPTION_CHECK_H */
