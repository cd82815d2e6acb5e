/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROGRAM_H
#define MRC_PROGRAM_H

namespace ns3
{
namespace mrc
{

/**
 * Runs what a program does, and ends it with words if that throws: `NAME: error: ...`. So does
 * standard output that could not be written, as on a full disk.
 *
 * @param argc of main
 * @param argv of main
 * @param body what the program does
 * @return for main: what the body returns, or 1 after a std::exception, whose text goes to standard
 *         error. The result is 1 too if not all of standard output could be written
 */
int RunProgram(int argc, char* argv[], int (*body)(int argc, char* argv[]));

} // namespace mrc
} // namespace ns3

#endif /* MRC_PROGRAM_H */
