/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-program.h"

#include "ns3/mrc-lost-files.h"

#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the program's name, for the program's messages */
std::string
NameOf(int argc, char* argv[])
{
    return std::filesystem::path(argc > 0 ? argv[0] : "program").filename().string();
}

/**
 * @return the status of the body
 * @throws std::runtime_error if the body's output did not go out, or a full disk would look like
 * success
 */
int
RunBody(int argc, char* argv[], int (*body)(int argc, char* argv[]))
{
    const int status = body(argc, argv);
    if (!std::cout.flush())
    {
        throw std::runtime_error(
            "cannot write all of the output to standard output; expected room for it");
    }
    return status;
}

} // namespace

int
RunProgram(int argc, char* argv[], int (*body)(int argc, char* argv[]))
{
    // The listener is on the heap so that the listener can be left to live on (release) when an
    // error was told.
    auto lost = std::make_unique<LostFiles>();
    std::string error;
    try
    {
        const int status = RunBody(argc, argv, body);
        error = status == 0 ? lost->Text() : ""; // a run that ended badly has said why
        if (status != 0)
        {
            // Files that are closed after main would find no listener, which is a fatal error. The
            // program ends badly already, so the listener is left to them.
            lost.release();
        }
        if (error.empty())
        {
            return status;
        }
    }
    catch (const std::bad_alloc&)
    {
        error = "out of memory; expected more, or a smaller fabric or workload";
    }
    catch (const std::exception& exception)
    {
        error = exception.what();
    }
    // In one piece: several ranks write to the same place at once.
    std::cerr << NameOf(argc, argv) + ": error: " + error + '\n';
    // The error is told: files that turn out broken later are not to end the program by a fatal
    // error.
    lost.release();
    return 1;
}

} // namespace mrc
} // namespace ns3
