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

/** @return the program's name, for its messages */
std::string
NameOf(int argc, char* argv[])
{
    return std::filesystem::path(argc > 0 ? argv[0] : "program").filename().string();
}

/** @return what the body does, and then whether its output went out */
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
    auto lost = std::make_unique<LostFiles>();
    std::string error;
    try
    {
        const int status = RunBody(argc, argv, body);
        error = status == 0 ? lost->Text() : ""; // a run that ended badly has said why
        if (status != 0)
        {
            lost.release(); // what is closed later makes nothing worse
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
    std::cerr << NameOf(argc, argv) << ": error: " << error << '\n';
    lost.release();
    return 1;
}

} // namespace mrc
} // namespace ns3
