/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-program.h"

#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

int
RunProgram(int argc, char* argv[], int (*body)(int argc, char* argv[]))
{
    try
    {
        const int status = body(argc, argv);
        if (!std::cout.flush())
        {
            throw std::runtime_error(
                "cannot write all of the output to standard output; expected room for it");
        }
        return status;
    }
    catch (const std::exception& error)
    {
        const std::string path = argc > 0 ? argv[0] : "program";
        std::cerr << std::filesystem::path(path).filename().string() << ": error: " << error.what()
                  << '\n';
        return 1;
    }
}

} // namespace mrc
} // namespace ns3
