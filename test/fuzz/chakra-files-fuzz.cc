/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Traces of Chakra for two ranks, and groups in JSON, become a schedule in which all operations
// start, or are refused in words. The first four bytes are the lengths of the first two parts.

#include "mrc-fuzz.h"

#include "ns3/mrc-chakra-files.h"
#include "ns3/mrc-chakra-message.h"
#include "ns3/mrc-goal-stream.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3::mrc;

namespace
{

/** @return parts of an input: two with lengths of two bytes, and the rest */
std::vector<std::string>
PartsOf(const uint8_t* data, std::size_t size)
{
    std::size_t at = std::min<std::size_t>(size, 4);
    std::vector<std::string> parts;
    for (std::size_t part = 0; part < 3; ++part)
    {
        const std::size_t said =
            part < 2 && size >= 4 ? data[2 * part] + 256U * data[2 * part + 1] : size;
        const std::size_t length = std::min(said, size - at);
        parts.emplace_back(reinterpret_cast<const char*>(data) + at, length);
        at += length;
    }
    return parts;
}

/** Traces are read, or refused with the byte, or the file of groups is. */
void
Check(const ChakraFiles& files, const ChakraChoices& choices)
{
    try
    {
        const ConnectionMatrix matrix = StreamChakra(files, choices);
        Expect(matrix.nodes == 2 && matrix.stream != nullptr);
        Expect(matrix.stream->nodes() != nullptr);
        Expect(choices.mostSends == 0 || matrix.stream->ends.size() == 2);
    }
    catch (const ChakraError& error)
    {
        const std::string text = error.what();
        Expect(text.rfind("fuzz.0.et:", 0) == 0 || text.rfind("fuzz.1.et:", 0) == 0);
        Expect(text.find("expected") != std::string::npos);
    }
    catch (const std::invalid_argument& error)
    {
        Expect(std::string(error.what()).rfind("fuzz.json", 0) == 0);
    }
}

} // namespace

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const std::vector<std::string> parts = PartsOf(data, size);
    ChakraFiles files;
    files.name = "fuzz.%d.et";
    files.ranks = 2;
    files.groupsName = "fuzz.json";
    files.groups = parts[2];
    files.open = [&parts](uint32_t rank) {
        return std::make_shared<std::istringstream>(parts[rank]);
    };
    const auto newFile = [] { return std::make_shared<std::stringstream>(); };
    for (const ChakraChoices& choices : {ChakraChoices{newFile}, ChakraChoices{newFile, 1e-3, 2}})
    {
        Check(files, choices);
    }
    return 0;
}
