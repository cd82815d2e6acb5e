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
 * Runs the body of a program, and ends the program with a message if the body throws: `NAME: error:
 * ...`. The program also ends so if standard output could not be written, as on a full disk.
 *
 * @param argc of main
 * @param argv of main
 * @param body the program's own function
 * @return for main: the value that the body returns, or 1 after a std::exception. The exception's
 *         text goes to standard error. The result is 1 too if not all of standard output could be
 *         written
 */
int RunProgram(int argc, char* argv[], int (*body)(int argc, char* argv[]));

} // namespace mrc
} // namespace ns3

#endif /* MRC_PROGRAM_H */
